// How much does comparing four symbols add to a frame of a drag over 5,000 bars, with a processor four times slower? Target: at most 2x the frame of the same chart without compared symbols.
import { median, openBrowser, slowDown } from './parts/browser.ts'
import type { measures } from './parts/compare-page.ts'
import { machine } from './parts/cpu.ts'
import { bundled, walk } from './parts/page-bundle.ts'

const rounds = 3
const framesAtOnce = 30
const manyBars = 5_000
const slower = 4
const meant = 2

const browser = await openBrowser('--disable-frame-rate-limit', '--disable-gpu-vsync')
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<div id="place" style="position:relative;width:1200px;height:600px"></div>')
  await page.addScriptTag({ content: await bundled('compare-page.ts') })
  await slowDown(await page.context().newCDPSession(page), slower)
  const bars = walk(manyBars)
  const took = { alone: [] as number[], compared: [] as number[] }
  // Alternates between the two, so that other work on the machine affects both. The first round is not counted.
  for (let round = -1; round < rounds; round++)
    for (const how of round % 2 === 0 ? (['alone', 'compared'] as const) : (['compared', 'alone'] as const)) {
      const frames = await page.evaluate(
        ([all, isComparing, count]) =>
          (window as never as { measures: typeof measures }).measures.frames(all, isComparing, count),
        [bars, how === 'compared', framesAtOnce] as const,
      )
      if (round >= 0) took[how].push(...frames)
    }
  const ratio = median(took.compared) / median(took.alone)
  const tell = (values: number[]) => `${median(values).toFixed(1)} ms (${(1_000 / median(values)).toFixed(0)} a second)`
  process.stdout.write(`${machine()}; ${rounds * framesAtOnce} frames each, the processor ${slower}x slower\n`)
  process.stdout.write(`a frame with four symbols compared: ${tell(took.compared)}\n`)
  process.stdout.write(`a frame alone: ${tell(took.alone)}\n`)
  process.stdout.write(`compared: ${ratio.toFixed(2)}x (at most ${meant}x)\n`)
  if (!(ratio <= meant)) process.exitCode = 1
} finally {
  await browser.close()
}
