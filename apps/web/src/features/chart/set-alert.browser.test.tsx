import type { ChartPattern } from '@finlist/contract/charts/chart'
import type { Drawing } from '@finlist/domain/chart/drawings'
import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import CandleChart from '../../components/price-chart/candle-chart.tsx'
import type { ChartEngine } from '../../components/price-chart/engine/open-chart.ts'
import { barsOf } from '../../components/price-chart/picture.ts'
import { usePricePress } from './around/use-price-press.ts'
import { DrawingList } from './drawing/DrawingList.tsx'
import { PatternList } from './PatternList.tsx'

const first = Date.UTC(2026, 0, 1)
const picture = {
  bars: barsOf(
    Array.from({ length: 60 }, (_, at) => ({
      time: first + at * 86_400_000,
      open: 100,
      high: 110,
      low: 90,
      close: 100 + (at % 9),
      volume: 1_000,
    })),
  ),
  plots: [],
}
const level = 104.25
/** How long a finger is held, in ms: longer than a tap. */
const held = 600

let engine: ChartEngine | undefined
let asked: number[] = []
function Pressed() {
  const [opened, setOpened] = useState<ChartEngine>()
  useLayoutEffect(() => {
    engine = opened
  })
  usePricePress({ engine: opened, levels: [level], onPrice: price => asked.push(price) })
  return (
    <>
      <h1>Chart</h1>
      <CandleChart symbol="0005" picture={picture} onEngine={setOpened} />
    </>
  )
}
async function openChart() {
  asked = []
  engine = undefined
  await show(<Pressed />, { texts: ['chart', 'stock'] })
  await expect.poll(() => engine).toBeDefined()
  const { left, top } = engine!.place.getBoundingClientRect()
  const time = first / 1_000 + 30 * 86_400
  await expect.poll(() => engine!.spotOf({ time, price: level }).y).toBeGreaterThan(0)
  return (price: number) => {
    const { x, y } = engine!.spotOf({ time, price })
    return { x: left + x, y: top + y }
  }
}
type Spot = { x: number; y: number }
function finger(type: string, { x, y }: Spot) {
  const about = { bubbles: true, cancelable: true, isPrimary: true, pointerType: 'touch', clientX: x, clientY: y }
  engine!.place.dispatchEvent(new PointerEvent(type, about))
}
async function hold(at: Spot, { next = at, ms = held } = {}) {
  finger('pointerdown', at)
  const since = performance.now()
  if (next !== at) finger('pointermove', next)
  await expect.poll(() => performance.now() - since).toBeGreaterThan(ms)
  finger('pointerup', next)
}

test('holding a finger at a price sets an alert there or at a nearby line; a tap or a moving finger sets none', {
  tags: ['slow'],
}, async () => {
  const spot = await openChart()
  await hold(spot(95))
  expect(asked).toEqual([expect.closeTo(95, 0)])
  const { x, y } = spot(level)
  await hold({ x, y: y + 5 })
  expect(asked).toEqual([expect.closeTo(95, 0), level])
  await hold(spot(95), { ms: 0 })
  await hold(spot(95), { next: { x: x + 40, y } })
  expect(asked).toHaveLength(2)
})

test('a right click sets an alert without opening the browser’s menu; the context-menu event of a long press sets none', async () => {
  const spot = await openChart()
  const click = (pointerType: string) => {
    const { x: clientX, y: clientY } = spot(level)
    const button = pointerType === 'mouse' ? 2 : 0
    const about = { bubbles: true, cancelable: true, pointerType, button, clientX, clientY }
    const event = new PointerEvent('contextmenu', about)
    engine!.place.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect([click('touch'), asked]).toEqual([true, []])
  expect([click('mouse'), asked]).toEqual([true, [level]])
})

test('a base offers an alert at its pivot, and a horizontal line offers one at its price; neither does if alerts cannot be set', async () => {
  const pattern: ChartPattern = {
    points: [{ time: first / 1_000, price: 100 }],
    options: { shape: 'path', text: 'Flat base', overrides: {}, facts: { patternType: 'BASE', pivot: 112.5 } },
  }
  const line: Drawing = { id: 'a', type: 'horizontal', points: [{ time: first / 1_000, price: level }] }
  const slope: Drawing = {
    id: 'b',
    type: 'trend',
    points: [...line.points, { time: first / 1_000 + 86_400, price: 90 }],
  }
  const lists = (onAlert?: (price: number) => void) => (
    <>
      <h1>Chart</h1>
      <PatternList
        patterns={[pattern]}
        shown={pattern}
        close={100}
        onShow={() => undefined}
        {...(onAlert && { onAlert })}
      />
      <DrawingList
        drawings={[line, slope]}
        inWords={({ type }) => type}
        selected={[]}
        isSeveral={false}
        onSeveral={() => undefined}
        onSelect={() => undefined}
        onSelectAll={() => undefined}
        onChange={() => undefined}
        onAlert={onAlert}
      />
    </>
  )
  const unfold = async () => {
    await page.getByText('1 pattern', { exact: true }).click()
    await page.getByText('2 drawings').click()
  }
  asked = []
  const look = { texts: ['chart', 'drawing', 'stock'] } as const
  await show(
    lists(price => asked.push(price)),
    { ...look, texts: [...look.texts] },
  )
  await unfold()
  await page.getByRole('button', { name: 'Set an alert at the pivot, 112.50' }).click()
  await page.getByRole('button', { name: 'Set an alert at 104.25' }).click()
  expect(asked).toEqual([112.5, level])
  expect(page.getByRole('button', { name: /^Set an alert/ }).elements()).toHaveLength(2)
  await show(lists(), { ...look, texts: [...look.texts] })
  await unfold()
  await expect.element(page.getByText('trend')).toBeVisible()
  expect(page.getByRole('button', { name: /^Set an alert/ }).elements()).toEqual([])
})
