// @module-tag slow
import type { Results } from '@finlist/contract/finlist-results'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  chart,
  focus,
  leaveFailures,
  openChart,
  press,
  rightClick,
  settled,
  stock,
  textsOf,
} from '../../../../test/chart-page.tsx'
import { serveCharts, toFreeAccount } from '../../../../test/chart-server.ts'
import { noViolations } from '../../../../test/show.tsx'

const symbol = `HKEX:${stock}`
/** A Wednesday, and a Saturday before the newest bar. */
const results: Results[] = [
  {
    knownOn: '2026-07-15',
    periodEnd: '2026-03-31',
    eps: 1.5,
    epsChange: 50,
    sales: 1_250_000_000,
    salesChange: -12.345,
    source: 'SEC',
  },
  {
    knownOn: '2026-04-18',
    periodEnd: '2025-12-31',
    eps: -0.125,
    epsChange: null,
    sales: null,
    salesChange: null,
    source: null,
  },
]
const served = { 'GET /finlist/HKEX/results': () => ({ data: results }) }
/**
 * Presses the keys in the chart and returns what is read out, once it matches. A sign is announced only if it had
 * arrived when the key was pressed, so the keys are pressed until then.
 */
async function walked(keys: readonly string[], matches: RegExp) {
  await settled()
  focus(chart())
  const said = async () => {
    await press(...keys)
    return textsOf(page.getByRole('status')).find(text => matches.test(text.trim()))
  }
  await expect.poll(said).toBeDefined()
  return await said()
}
const toWednesday = ['End', 'ArrowLeft', 'ArrowLeft']

test('results are announced at the bar of the day on which they became known, with figures, changes and source', async () => {
  serveCharts(served)
  await openChart(symbol)
  expect(await walked(toWednesday, /Results/)).toMatch(
    /^15 July 2026: open .+\. Results of 15 Jul 2026, quarter to 31 Mar 2026; EPS 1\.50, \+50\.00% year on year; sales 1\.25B, -12\.3[45]% year on year; source: SEC$/,
  )
  // Sighted users read the same text above the chart.
  await expect.element(page.getByCss('p > span').filter({ hasText: /^Results of 15 Jul/ })).toBeVisible()
  await noViolations()
  expect(await walked(['End'], /^17 July 2026: open/)).not.toMatch(/Results/)
})

test('results of a day without a bar are at the next one, and missing figures are left out', async () => {
  serveCharts(served)
  await openChart(symbol)
  const toApril = ['End', ...Array.from({ length: 64 }, () => 'ArrowLeft')]
  expect(await walked(toApril, /Results/)).toMatch(
    /^20 April 2026: open .+\. Results of 18 Apr 2026, quarter to 31 Dec 2025; EPS -0\.125$/,
  )
})

test('a weekly chart has results at their week', async () => {
  serveCharts(served)
  await openChart(symbol)
  await button('W').click()
  await expect.element(chart()).toHaveAccessibleName(/^Weekly/)
  expect(await walked(['End'], /Results/)).toMatch(/Results of 15 Jul 2026, quarter to 31 Mar 2026/)
})

test('on a phone, in Chinese and in the dark theme, results are read out', async () => {
  serveCharts(served)
  await openChart(symbol, { screen: 'phone', language: 'zh', theme: 'dark' })
  expect(await walked(toWednesday, /業績/)).toMatch(
    /2026年7月15日公布截至2026年3月31日止季度業績；每股盈利 1\.50，按年 \+50\.00%；營業額 12\.50億，按年 -12\.3[45]%；資料來源：SEC$/,
  )
  await noViolations()
})

test('results are hidden together with the other events, and are not requested without the right to the list', async () => {
  serveCharts(served)
  await openChart(symbol)
  await walked(toWednesday, /Results/)
  const { x, y, width, height } = chart().element().getBoundingClientRect()
  await rightClick({ x: x + width / 2, y: y + height * 0.2 })
  await page.getByRole('menuitem', { name: 'Hide lists, results and profit alerts' }).click()
  expect(await walked(toWednesday, /^15 July 2026: open/)).not.toMatch(/Results/)
  await rightClick({ x: x + width / 2, y: y + height * 0.2 })
  await page.getByRole('menuitem', { name: 'Show lists, results and profit alerts' }).click()
  await walked(toWednesday, /Results/)

  const calls = serveCharts({ ...served, ...toFreeAccount })
  await openChart(symbol)
  await expect.poll(() => calls.some(({ call }) => call === 'GET /tvchart/actions')).toBe(true)
  expect(await walked(toWednesday, /^15 July 2026: open/)).not.toMatch(/Results/)
  expect(calls.filter(({ call }) => call.includes('/results'))).toEqual([])
  await leaveFailures()
})
