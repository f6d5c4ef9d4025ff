// How much do 50 drawings of all kinds add to a frame of a drag over 5,000 bars, with a processor four times slower? Target: at most 2x the frame of the same chart without drawings.
import { median, openBrowser, slowDown } from './parts/browser.ts'
import { machine } from './parts/cpu.ts'
import type { measures } from './parts/drawings-page.ts'
import { bundled, walk } from './parts/page-bundle.ts'

const rounds = 3
const framesAtOnce = 30
const manyBars = 5_000
const manyDrawings = 50
const slower = 4
const meant = 2

const browser = await openBrowser('--disable-frame-rate-limit', '--disable-gpu-vsync')
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<div id="place" style="position:relative;width:1200px;height:600px"></div>')
  await page.addScriptTag({ content: await bundled('drawings-page.ts') })
  await slowDown(await page.context().newCDPSession(page), slower)
  const bars = walk(manyBars)
  const took = new Map<number, number[]>([
    [0, []],
    [manyDrawings, []],
  ])
  // Alternates between the two, so that other work on the machine affects both. The first round is not counted.
  for (let round = -1; round < rounds; round++)
    for (const drawings of round % 2 === 0 ? [0, manyDrawings] : [manyDrawings, 0]) {
      const frames = await page.evaluate(
        ([all, count, steps]) => (window as never as { measures: typeof measures }).measures.frames(all, count, steps),
        [bars, drawings, framesAtOnce] as const,
      )
      if (round >= 0) took.get(drawings)!.push(...frames)
    }
  const [without, along] = [took.get(0)!, took.get(manyDrawings)!]
  const ratio = median(along) / median(without)
  const worst = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!
  const tell = (values: number[]) =>
    `${median(values).toFixed(1)} ms, 95 of 100 within ${worst(values).toFixed(1)} ms (${(1_000 / median(values)).toFixed(0)} frames a second)`
  process.stdout.write(`${machine()}; ${rounds * framesAtOnce} frames each, the processor ${slower}x slower\n`)
  process.stdout.write(`a frame with ${manyDrawings} drawings: ${tell(along)}\n`)
  process.stdout.write(`a frame without: ${tell(without)}\n`)
  process.stdout.write(`with them: ${ratio.toFixed(2)}x (at most ${meant}x)\n`)
  if (!(ratio <= meant)) process.exitCode = 1
} finally {
  await browser.close()
}
