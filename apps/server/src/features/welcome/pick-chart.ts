import { Html, html } from '@finlist/identity/pages/html'
import { renderAsync } from '@resvg/resvg-js'
import { frontPicture } from '../../http/front-picture.ts'
import type { Bar } from '../../market-data/store/bars.ts'

type Bars = readonly Pick<Bar, 'high' | 'low' | 'close'>[]

const [step, height, margin] = [5, 260, 8]

/** The path of the bars, from low to high with a tick at the close, and of the buy point; -1 for none. */
function pathsOf(bars: Bars, buyPoint: number) {
  const prices = [...bars.flatMap(({ high, low }) => [high, low]), ...(buyPoint === -1 ? [] : [buyPoint])]
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const y = (price: number) => (margin + (1 - (price - least) / (most - least || 1)) * (height - 2 * margin)).toFixed(1)
  const bar = ({ high, low, close }: Bars[number], at: number) => {
    const x = at * step + 2
    return `M${x} ${y(high)}V${y(low)}M${x} ${y(close)}h2.5`
  }
  const width = bars.length * step
  return { width, bars: bars.map(bar).join(''), line: buyPoint === -1 ? '' : `M0 ${y(buyPoint)}H${width}` }
}

/** Draws daily bars, oldest first, and the buy point as a dashed line. */
export function pickChart(bars: Bars, buyPoint: number, label: string): Html {
  const paths = pathsOf(bars, buyPoint)
  return html`<svg viewBox="0 0 ${paths.width} ${height}" role="img" aria-label="${label}" fill="none" stroke="currentColor" stroke-width="1.2"><path d="${paths.bars}"/><path d="${paths.line}" class="line" stroke-dasharray="5 4"/></svg>`
}

const picture = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="#fff"/><g transform="translate(60 44) scale(2.75)"><rect width="32" height="32" rx="7" fill="#123f8c"/><path d="M9 7h14v4H13v3.6h7v4h-7V25H9z" fill="#fff"/><rect x="18.5" y="21" width="4.5" height="4" fill="#ffd21f"/></g><svg x="60" y="176" width="1080" height="400" color="#123f8c">${inside}</svg></svg>`

/**
 * The PNG for link previews, 1200 by 630: the bars or, without any, invented ones. It has no words, so that it needs no
 * font and is the same in both languages.
 */
export async function previewPicture(bars: Bars, buyPoint: number): Promise<Buffer> {
  const paths = pathsOf(bars, buyPoint)
  const inside =
    bars.length > 1
      ? `<svg viewBox="0 0 ${paths.width} ${height}" preserveAspectRatio="none" fill="none" stroke-width="1.4"><path d="${paths.bars}" stroke="#1c1d20"/><path d="${paths.line}" stroke="#123f8c" stroke-dasharray="5 4"/></svg>`
      : frontPicture('')
  const drawn = await renderAsync(picture(inside), { font: { loadSystemFonts: false } })
  return drawn.asPng()
}
