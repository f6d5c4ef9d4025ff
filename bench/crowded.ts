// How many frames per second does a drag have with four symbols compared, ten studies and 50 drawings at 5,000 bars, on a processor four times slower? Target: 30, whatever the number of bars in view.
import { median, openBrowser, slowDown } from './parts/browser.ts'
import { machine } from './parts/cpu.ts'
import type { measures } from './parts/crowded-page.ts'
import { bundled, walk } from './parts/page-bundle.ts'

const rounds = 3
const framesAtOnce = 30
const manyBars = 5_000
/** Numbers of bars in view: half a year, two years, and all bars. */
const views = [126, 504, manyBars]
const meant = 30

const browser = await openBrowser('--disable-frame-rate-limit', '--disable-gpu-vsync')
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<div id="place" style="position:relative;width:1200px;height:700px"></div>')
  await page.addScriptTag({ content: await bundled('crowded-page.ts') })
  const client = await page.context().newCDPSession(page)
  const bars = walk(manyBars)
  const drag = (shown: number) =>
    page.evaluate(
      ([all, inView, count]) => (window as never as { measures: typeof measures }).measures.frames(all, inView, count),
      [bars, shown, framesAtOnce] as const,
    )
  for (const shown of views) await drag(shown)
  process.stdout.write(`${machine()}; ${rounds * framesAtOnce} frames each\n`)
  for (const slower of [1, 4]) {
    await slowDown(client, slower)
    for (const shown of views) {
      const took: number[] = []
      for (let round = 0; round < rounds; round++) took.push(...(await drag(shown)))
      const aSecond = 1_000 / median(took)
      process.stdout.write(
        `CPU slowed ${slower}x, ${shown} bars in view: a frame ${median(took).toFixed(1)} ms (${aSecond.toFixed(0)} a second)\n`,
      )
      if (slower === 4 && !(aSecond >= meant)) process.exitCode = 1
    }
  }
} finally {
  await browser.close()
}
