import { Html } from '@finlist/identity/pages/html'
import type { Bar } from '../../market-data/store/bars.ts'

const [step, height, margin] = [5, 260, 8]

/** Draws daily bars from low to high, with a tick at the close, and the buy point as a dashed line. */
export function pickChart(bars: readonly Bar[], buyPoint: number, label: string): Html {
  const most = Math.max(...bars.map(({ high }) => high), buyPoint)
  const least = Math.min(...bars.map(({ low }) => low), ...(buyPoint > 0 ? [buyPoint] : []))
  const width = bars.length * step
  const place = (price: number) =>
    (margin + (1 - (price - least) / (most - least || 1)) * (height - 2 * margin)).toFixed(1)
  const path = bars
    .map(({ high, low, close }, at) => {
      const x = at * step + 2
      return `M${x} ${place(high)}V${place(low)}M${x} ${place(close)}h2.5`
    })
    .join('')
  const line =
    buyPoint > 0
      ? `<path d="M0 ${place(buyPoint)}H${width}" stroke-dasharray="5 4" style="color:var(--accent)" stroke="currentColor"/>`
      : ''
  const name = new Html(label).text.replace(/[&<>"]/g, character => `&#${character.codePointAt(0)};`)
  return new Html(
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}" fill="none" stroke="currentColor" stroke-width="1.2"><path d="${path}"/>${line}</svg>`,
  )
}
