import { closesAt } from '@finlist/domain/chart/compare'
import { comparedColours } from '@finlist/domain/chart/price-scale'
import { openChart } from '../../apps/web/src/components/price-chart/engine/open-chart.ts'
import type { Picture } from '../../apps/web/src/components/price-chart/picture.ts'
import { ComparedLines } from '../../apps/web/src/features/chart/compare/compared-lines.ts'
import { palette } from '../../apps/web/src/features/chart/studies/palette.ts'
import { dragged, frame, pictureOf } from './chart-page.ts'

type Bar = Picture['bars'][number]

/* The page that bench/compare.ts measures in a browser: our chart alone, and compared with four other symbols. */
async function frames(bars: Bar[], isComparing: boolean, count: number): Promise<number[]> {
  const place = document.getElementById('place')!
  const chart = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: true, onPoint() {}, onView() {} })
  chart.show(pictureOf(bars))
  chart.look(0, bars.length)
  if (isComparing) {
    chart.setScale('percent')
    const others = comparedColours.map((colour, at) => ({
      symbol: colour,
      code: colour,
      colour: palette[colour]!,
      closes: closesAt(
        bars,
        bars.map((bar, place) => ({ ...bar, close: bar.close * (1 + Math.sin(place / (50 + at))) + at + 1 })),
        '1D',
      ),
    }))
    const part = chart.addPart(lines => new ComparedLines(lines))
    part?.show(bars, others)
    part?.setView(bars.length)
  }
  await frame()
  await frame()
  const took = await dragged(place, count)
  chart.remove()
  return took
}

export const measures = { frames }
Object.assign(window, { measures })
