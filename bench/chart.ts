// How do a first paint and a drag of our chart at 5,000 bars, and a step of the simulator, compare with the drawing engine alone? Target: at most 1.3x, 1.3x and 2x.
import { median, openBrowser } from './parts/browser.ts'
import type { measures } from './parts/chart-page.ts'
import { machine } from './parts/cpu.ts'
import { bundled, walk } from './parts/page-bundle.ts'

const rounds = 5
const manyBars = 5_000
const practiceBars = 3_000
const steps = 40
const meant = { paint: 1.3, drag: 1.3, step: 2 }

const browser = await openBrowser('--disable-frame-rate-limit', '--disable-gpu-vsync')
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<div id="place" style="position:relative;width:1200px;height:600px"></div>')
  await page.addScriptTag({ content: await bundled('chart-page.ts') })
  const bars = walk(manyBars)
  const drawn = { ours: [] as Drawn[], bare: [] as Drawn[] }
  const played = { ours: [] as number[], bare: [] as number[] }
  // Alternates between the two, so that other work on the machine affects both. The first round is not counted.
  for (let round = -1; round < rounds; round++)
    for (const whose of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
      const one = await page.evaluate(([who, all]) => (window as never as Page).measures.draw(who, all), [
        whose,
        bars,
      ] as const)
      const step = await page.evaluate(([who, all, from]) => (window as never as Page).measures.step(who, all, from), [
        whose,
        bars.slice(0, practiceBars),
        practiceBars - steps,
      ] as const)
      if (round < 0) continue
      drawn[whose].push(one)
      played[whose].push(step)
    }
  process.stdout.write(
    `${machine()}; median of ${rounds}, the engine alone with the same bars and series in the same run\n`,
  )
  tell(
    'paint',
    'first paint of 5,000 bars',
    drawn.ours.map(({ ms }) => ms),
    drawn.bare.map(({ ms }) => ms),
  )
  tell(
    'drag',
    'a frame of a drag over them',
    drawn.ours.map(({ dragMs }) => dragMs),
    drawn.bare.map(({ dragMs }) => dragMs),
  )
  tell('step', 'a step of the simulator at 3,000 bars', played.ours, played.bare)
} finally {
  await browser.close()
}

type Drawn = { ms: number; dragMs: number }
type Page = { measures: typeof measures }

function tell(what: keyof typeof meant, name: string, ours: number[], bare: number[]) {
  const ratio = median(ours) / median(bare)
  const ms = (values: number[]) => `${median(values).toFixed(1)} ms`
  process.stdout.write(`${name}: ${ratio.toFixed(2)}x (${ms(ours)}, alone ${ms(bare)}; at most ${meant[what]}x)\n`)
  if (!(ratio <= meant[what])) process.exitCode = 1
}
