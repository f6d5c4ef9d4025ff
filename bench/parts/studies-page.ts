import { openChart } from '../../apps/web/src/components/price-chart/engine/open-chart.ts'
import type { Picture } from '../../apps/web/src/components/price-chart/picture.ts'
import { allKinds } from '../../apps/web/src/features/chart/studies/all-kinds.ts'
import { plotsOf } from '../../apps/web/src/features/chart/studies/plots-of.ts'

/* The page that bench/studies.ts measures in a browser: it computes, paints and drags ten studies over many bars. */
type Bar = Picture['bars'][number]

/** Study types, all with the default settings of a newly added study. */
const ten = ['SMA', 'EMA', 'BB', 'KC', 'VOL', 'RSI', 'STOCH', 'MACD', 'ADX', 'HIGH']
const studyOf = (type: string) => ({ id: type, type, params: {} })
const of = (bars: Bar[]) =>
  ({ bars, index: undefined, resolution: '1D', kinds: allKinds, t: (key: string) => key }) as const

const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))

/** Drags the chart back and forth; returns the ms of each frame. */
async function drag(place: HTMLElement, count: number): Promise<number[]> {
  const { left, top } = place.getBoundingClientRect()
  const at = (type: string, x: number) =>
    new MouseEvent(type, {
      bubbles: true,
      cancelable: true,
      clientX: left + x,
      clientY: top + 80,
      button: 0,
      buttons: 1,
    })
  document.elementFromPoint(left + 400, top + 80)!.dispatchEvent(at('mousedown', 400))
  const spent: number[] = []
  for (let step = 0; step < count; step++) {
    const since = performance.now()
    document.documentElement.dispatchEvent(at('mousemove', 400 + 150 * Math.sin(step / 8)))
    await frame()
    spent.push(performance.now() - since)
  }
  document.documentElement.dispatchEvent(at('mouseup', 400))
  return spent
}

export const measures = {
  /** Milliseconds to compute each study alone, by type. */
  compute: (bars: Bar[]): Record<string, number> =>
    Object.fromEntries(
      Object.keys(allKinds).map(type => {
        const since = performance.now()
        plotsOf([studyOf(type)], of(bars))
        return [type, performance.now() - since]
      }),
    ),
  /**
   * The milliseconds until ten studies are computed and painted, and the frame times of a drag with `shown` bars in
   * view.
   */
  async draw(bars: Bar[], { shown, frames }: { shown: number; frames: number }) {
    const place = document.getElementById('place')!
    await frame()
    const since = performance.now()
    const plots = plotsOf(ten.map(studyOf), of(bars))
    const computedMs = performance.now() - since
    const chart = openChart(place, { locale: 'en-GB', resolution: '1D', roomy: true, onPoint() {}, onView() {} })
    chart.show({ bars, plots })
    chart.look(bars.length - shown, bars.length)
    await frame()
    const paintedMs = performance.now() - since
    const spent = await drag(place, frames)
    chart.remove()
    return { computedMs, paintedMs, spent, series: plots.length }
  },
}
Object.assign(window, { measures })
