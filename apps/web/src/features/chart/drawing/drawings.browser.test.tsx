import { type Drawing, drawAnew, drawnSoFar, mostDrawings, redo, undo } from '@finlist/domain/chart/drawings'
import { useLayoutEffect, useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { doubleText, looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import { write } from '../../../api/storage.ts'
import { useAlert } from '../../../components/notices/show-alert.ts'
import CandleChart from '../../../components/price-chart/candle-chart.tsx'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import { barsOf } from '../../../components/price-chart/picture.ts'
import { Button } from '../../../ui/button.tsx'
import Drawings from './Drawings.tsx'
import type { OnKey } from './use-drawing.ts'

const dayMs = 86_400_000
const first = Date.UTC(2026, 0, 1)
const bars = barsOf(
  Array.from({ length: 120 }, (_, at) => {
    const close = 100 + 20 * Math.sin(at / 12)
    return { time: first + at * dayMs, open: close - 1, high: close + 2, low: close - 2, close, volume: 1_000 + at }
  }),
)
const picture = { bars, plots: [] }
const at = (day: number, price: number) => ({ time: first / 1_000 + day * 86_400, price })
const line: Drawing = { id: 'a', type: 'trend', points: [at(60, 90), at(80, 110)] }
const box: Drawing = {
  id: 'b',
  type: 'percent-rectangle',
  points: [at(90, 100), at(110, 110)],
  style: { colour: 'red' },
}
const newer: Drawing = { id: 'c', type: 'gann-fan', points: [at(100, 100)] }

/** A chart with drawings, undo and redo, and the tools. `now` is its current state. */
let now: readonly Drawing[] = []
function Chart({ before = [], choosing = false }: { before?: readonly Drawing[]; choosing?: boolean }) {
  const [drawn, setDrawn] = useState(() => drawnSoFar(before))
  const [engine, setEngine] = useState<ChartEngine>()
  const [tool, setTool] = useState<string>()
  const [isChoosing, setChoosing] = useState(choosing)
  const keys = useRef<OnKey>(undefined)
  useLayoutEffect(() => {
    now = drawn.now
  }, [drawn.now])
  return (
    <>
      <h1>Chart</h1>
      <p>{useAlert()?.message}</p>
      <Button onClick={() => setDrawn(undo)}>Back</Button>
      <CandleChart
        symbol="0005"
        picture={picture}
        onEngine={setEngine}
        onKey={(event, bar) => keys.current?.(event, bar) ?? false}
      />
      <Drawings
        engine={engine}
        symbol="HKEX:0005"
        drawings={drawn.now}
        onDraw={next => setDrawn(old => drawAnew(old, next))}
        onUndo={() => setDrawn(undo)}
        onRedo={() => setDrawn(redo)}
        bars={bars}
        resolution="1D"
        adjustment="splits"
        currency="HKD"
        actions={[]}
        tool={tool}
        onTool={setTool}
        isChoosing={isChoosing}
        onChosen={() => setChoosing(false)}
        keys={keys}
      />
    </>
  )
}
const open = async (props: Parameters<typeof Chart>[0], look: Parameters<typeof show>[1] = {}) => {
  write('drawingTools', {})
  await show(<Chart {...props} />, { texts: ['drawing', 'chart', 'stock'], ...look })
}
const row = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name })

test('listed drawings can be hidden, locked, ordered, styled and deleted, and each step can be undone', {
  tags: ['slow'],
}, async () => {
  await open({ before: [line, box, newer] })
  await page.getByText('3 drawings').click()
  await expect.element(row(/^Drawn with a newer version/)).toBeVisible()
  await expect.element(row(/^Rectangle with percent: .*; \+10\.00 \(\+10\.00%\)/)).toBeVisible()
  await row(/^Trend line/)
    .getByRole('button', { name: 'Hide' })
    .click()
  await row(/^Trend line/)
    .getByRole('button', { name: 'Lock' })
    .click()
  await row(/^Trend line/)
    .getByRole('button', { name: 'Bring to front' })
    .click()
  expect(now).toEqual([box, newer, { ...line, hidden: true, locked: true }])
  await row(/^Rectangle with percent/)
    .getByRole('button', { name: /^Rectangle/ })
    .click()
  const bar = page.getByRole('group', { name: 'Rectangle with percent selected' })
  await bar.getByRole('button', { name: 'Style' }).click()
  await expect.element(bar.getByRole('radio', { name: 'Red' })).toBeChecked()
  await bar.getByText('Strong').click()
  expect(now[0]!.style).toEqual({ colour: 'red', fill: 40 })
  await bar.getByRole('button', { name: 'Default' }).click()
  expect(now[0]).toEqual({ id: box.id, type: box.type, points: box.points })
  await bar.getByRole('button', { name: 'Delete the selected drawing' }).click()
  expect(now.map(({ id }) => id)).toEqual(['c', 'a'])
  for (let step = 0; step < 6; step++) await page.getByRole('button', { name: 'Back' }).click()
  expect(now).toEqual([line, box, newer])
})

const press = (key: string, more: KeyboardEventInit = {}, on = document.querySelector('[role=application]')!) =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
const told = () => [...document.querySelectorAll('output')].map(it => it.textContent).join(' ')

test('several drawings can be selected in the list and by key, and then locked, moved, copied, hidden and deleted in one step', async () => {
  await open({ before: [line, box, newer] })
  await page.getByText('3 drawings').click()
  const choose = (name: RegExp) => row(name).getByRole('button', { name }).first()
  await choose(/^Trend line/).click()
  press('Enter', { shiftKey: true }, choose(/^Rectangle with percent/).element())
  const bar = page.getByRole('group', { name: '2 drawings selected' })
  await expect.element(bar).toBeVisible()
  await expect.poll(told).toContain('2 drawings selected')
  await expect.poll(() => document.querySelectorAll('li [aria-pressed=true]').length).toBe(2)

  // Both selected drawings move by the same distance; the locked one does not move.
  press('ArrowUp', { shiftKey: true })
  await expect.poll(told).toContain('2 drawings moved, the first now at')
  const risen = (at: number, was: Drawing) =>
    now[at]!.points.map(({ price }, point) => price - was.points[point]!.price)
  const rise = risen(0, line)[0]!
  expect(rise).toBeGreaterThan(0)
  for (const by of [...risen(0, line), ...risen(1, box)]) expect(by).toBeCloseTo(rise, 5)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => now).toEqual([line, box, newer])

  await bar.getByRole('button', { name: 'Lock' }).click()
  await expect.poll(() => now.map(({ locked }) => locked === true)).toEqual([true, true, false])
  press('ArrowUp', { shiftKey: true })
  await bar.getByRole('button', { name: 'Unlock' }).click()
  await expect.poll(() => now.map(({ points }) => points)).toEqual([line.points, box.points, newer.points])

  press('a', { ctrlKey: true })
  await expect.poll(told).toContain('3 drawings selected')
  press('Escape')
  await expect.poll(() => document.querySelectorAll('li [aria-pressed=true]').length).toBe(0)

  await choose(/^Trend line/).click()
  await choose(/^Rectangle with percent/).click({ modifiers: ['Shift'] })
  await bar.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => now.length).toBe(5)
  expect(now.slice(3).map(({ type }) => type)).toEqual(['trend', 'percent-rectangle'])
  await expect.poll(told).toContain('2 drawings pasted')
  // The copies are selected now.
  press('Delete')
  await expect.poll(() => now.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => now.length).toBe(5)
})

/** Places a horizontal line at the newest bar by keyboard. */
async function placeLine() {
  const tools = [...document.querySelectorAll<HTMLElement>('[role=dialog] li button')]
  tools.find(({ textContent }) => textContent === 'Horizontal line')!.click()
  await expect.poll(() => document.body.textContent).toContain('Horizontal line: click or tap one point.')
  const chart = document.querySelector<HTMLElement>('[role=application]')!
  for (const key of ['End', 'Enter'])
    chart.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
async function toolsAreThere() {
  await expect.poll(() => document.querySelectorAll('[role=dialog] li').length).toBeGreaterThan(20)
}

test('a style is remembered for the next drawing of the same kind, except for unknown values', async () => {
  await open({ before: [line], choosing: true })
  write('drawingTools', { styles: { horizontal: { colour: 'green', line: 'dotted', width: 'wide' } } })
  await toolsAreThere()
  await placeLine()
  await expect.poll(() => now.length).toBe(2)
  expect(now[1]).toMatchObject({ type: 'horizontal', asTraded: true, style: { colour: 'green', line: 'dotted' } })
  expect(now[1]!.style).not.toHaveProperty('width')
})

test('a chart says when it has the maximum number of drawings', { tags: ['slow'] }, async () => {
  await open({
    before: Array.from({ length: mostDrawings }, (_, id): Drawing => ({ ...line, id: String(id) })),
    choosing: true,
  })
  await toolsAreThere()
  await placeLine()
  await expect.poll(() => document.body.textContent).toContain('Limit of 300 drawings reached.')
  expect(now).toHaveLength(mostDrawings)
})

for (const look of looks)
  for (const screen of ['desktop', 'phone', 'narrow'] as const)
    test(`the sheet of tools and the list of drawings fit the screen and are accessible (${look.language}, ${look.theme}, ${screen})`, async () => {
      await open({ before: [line, { ...box, hidden: true }], choosing: true }, { ...look, screen })
      const sheet = page.getByRole('dialog')
      await expect.element(sheet).toBeVisible()
      expect(sheet.getByRole('listitem').all()).toHaveLength(21)
      await noViolations()
      expect(sticksOut()).toEqual([])
      await sheet.getByRole('button', { name: look.language === 'zh' ? '矩形' : 'Rectangle', exact: true }).click()
      await page.getByText(look.language === 'zh' ? '2 個繪圖' : '2 drawings').click()
      await noViolations()
      expect(sticksOut()).toEqual([])
      doubleText()
      expect(sticksOut()).toEqual([])
    })
