// How long do ten studies at 5,000 bars take to compute, to paint and in each frame of a drag, also with the CPU slowed 4x? Times are only printed. Target: computing one study takes at most half of the time in which all ten are painted.
import { median, openBrowser, slowDown } from './parts/browser.ts'
import { machine } from './parts/cpu.ts'
import { bundled, walk } from './parts/page-bundle.ts'
import type { measures } from './parts/studies-page.ts'

const manyBars = 5_000
/** Numbers of bars in view: half a year, which is the initial view of a chart, and all bars. */
const views = [126, manyBars]
const frames = 60
const rounds = 3

type Page = { measures: typeof measures }
type Drawn = Awaited<ReturnType<typeof measures.draw>>

const browser = await openBrowser('--disable-frame-rate-limit', '--disable-gpu-vsync')
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<div id="place" style="position:relative;width:1200px;height:700px"></div>')
  await page.addScriptTag({ content: await bundled('studies-page.ts') })
  const client = await page.context().newCDPSession(page)
  const bars = walk(manyBars)
  const compute = () => page.evaluate(all => (window as never as Page).measures.compute(all), bars)
  const draw = (shown: number) =>
    page.evaluate(([all, manner]) => (window as never as Page).measures.draw(all, manner), [
      bars,
      { shown, frames },
    ] as const)
  await compute()
  await draw(manyBars)
  process.stdout.write(`${machine()}; ten studies at ${manyBars} bars, median of ${rounds}\n`)
  for (const slower of [1, 4]) {
    await slowDown(client, slower)
    const alone = await compute()
    process.stdout.write(`CPU slowed ${slower}x\n`)
    let paintedMs = Number.NaN
    for (const shown of views) {
      const drawn: Drawn[] = []
      for (let round = 0; round < rounds; round++) drawn.push(await draw(shown))
      paintedMs = median(drawn.map(it => it.paintedMs))
      const spent = drawn.flatMap(it => it.spent).toSorted((a, b) => a - b)
      const slow = spent[Math.floor(spent.length * 0.95)]!
      const ms = (name: 'computedMs' | 'paintedMs') => `${median(drawn.map(it => it[name])).toFixed(0)} ms`
      process.stdout.write(
        `  ${shown} bars in view, ${drawn[0]!.series} lines: computed in ${ms('computedMs')}, painted after ${ms('paintedMs')}; a frame of a drag ${median(spent).toFixed(1)} ms (${(1000 / median(spent)).toFixed(0)} a second), the slowest 5 % from ${slow.toFixed(1)} ms\n`,
      )
    }
    const slowest = Object.entries(alone).toSorted(([, a], [, b]) => b - a)
    process.stdout.write(`  each alone: ${slowest.map(([type, ms]) => `${type} ${ms.toFixed(1)}`).join(', ')} ms\n`)
    if (!(slowest[0]![1] <= paintedMs / 2)) process.exitCode = 1
  }
} finally {
  await browser.close()
}
