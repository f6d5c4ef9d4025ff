import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { historyAnswer } from '../../../../test/chart-market.ts'
import { button, chart, focus, inView, press, textOf } from '../../../../test/chart-page.tsx'
import { serveCharts } from '../../../../test/chart-server.ts'
import { deferred } from '../../../../test/deferred.ts'
import { noViolations, show } from '../../../../test/show.tsx'
import SimulatorScreen from './SimulatorScreen.tsx'

const dayMs = 86_400_000
/** The day that the page shows, in ms since the epoch. */
const today = () => dayOf(/Today is (\d+ \w+ \d{4})/.exec(textOf(page.getByText(/^Today is/)))![1]!)
const dayOf = (text: string) => Date.parse(`${text} UTC`)
const secondsAsked = ({ search }: { search: URLSearchParams }) => Number(search.get('to'))
const isHistory = ({ call }: { call: string }) => call === 'GET /tvchart/history'

async function openSimulator(look: Parameters<typeof show>[1] = {}) {
  await show(<SimulatorScreen />, { ...look, path: '/practice/simulator', texts: ['simulator', 'chart', 'stock'] })
  await expect.element(inView()).toBeInTheDocument()
}

test('in the simulator later days are neither shown nor received, and each step requests only its own days (SIM-04)', async () => {
  const called = serveCharts()
  await openSimulator()
  const start = today()
  expect(secondsAsked(called.find(isHistory)!) * 1_000 - start).toBeLessThanOrEqual(10 * dayMs)
  focus(chart())
  await press('End')
  const said = page.getByRole('status').filter({ hasText: /open .*, high / })
  await expect.element(said).toBeInTheDocument()
  expect(dayOf(/^(.+?):/.exec(textOf(said))![1]!)).toBe(start)
  const before = Math.max(...called.filter(isHistory).map(secondsAsked))
  await button('Next Week').click()
  await expect.poll(() => Math.max(...called.filter(isHistory).map(secondsAsked))).toBeGreaterThan(before)
  await expect.poll(today).toBeGreaterThan(start)
  const days = called.filter(isHistory).flatMap(({ answer }) => (answer as { t?: number[] } | undefined)?.t ?? [])
  expect(Math.max(...days) * 1_000).toBe(today())
})

test('in the simulator a step requested before its days have loaded is taken once they have (SIM-03)', async () => {
  let mayAnswer = Promise.resolve()
  const called = serveCharts({
    'GET /tvchart/history': async (_, { searchParams }) => {
      await mayAnswer
      return { plain: historyAnswer(searchParams) }
    },
  })
  await openSimulator()
  const start = today()
  /** Takes `steps`, and holds back their days until all have been requested. */
  const early = async (steps: () => Promise<void>) => {
    const held = deferred()
    mayAnswer = held.promise
    const before = called.length
    await steps()
    await expect.poll(() => called.slice(before).some(isHistory)).toBe(true)
    held.resolve()
  }
  await early(() => press('w'))
  await expect.poll(today).toBeGreaterThan(start)
  const first = today()
  await early(() => press('w', 'w'))
  await expect.poll(today).toBeGreaterThan(first + 7 * dayMs)
  const week = button('Next Week')
  focus(week)
  const before = today()
  await early(() => press('Enter', 'Enter'))
  await expect.poll(today).toBeGreaterThan(before + 7 * dayMs)
  await expect.element(week).toHaveFocus()
})

test('in the simulator a stock is found by name, its weeks grow day by day, and the end of its days is announced (SIM-02)', {
  tags: ['slow'],
}, async () => {
  serveCharts()
  await openSimulator()
  const field = page.getByRole('combobox', { name: 'Symbol' })
  await field.click()
  await field.fill('P003')
  await page.getByRole('option').filter({ hasText: 'P003' }).click()
  await expect.element(chart()).toHaveAccessibleName(/P003/)
  await button('W').click()
  await expect.element(chart()).toHaveAccessibleName(/^Weekly/)
  const [week, end] = [button('Next Week'), page.getByText(/This is the end/)]
  await expect
    .poll(async () => {
      await press('w')
      return end.elements().length
    })
    .toBe(1)
  await expect.element(week).toBeDisabled()
  await expect.element(button('Next Day')).toBeDisabled()
  await noViolations()
  await button('Start again').click()
  await expect.element(week).toBeEnabled()
})

test('the simulator has no accessibility violations in Chinese and in dark mode', async () => {
  serveCharts()
  await openSimulator({ language: 'zh', theme: 'dark' })
  await button('下一日').click()
  await expect.element(page.getByText('已前進 1 日')).toBeVisible()
  await noViolations()
})
