import type { Changes } from '@finlist/contract/reasons'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerCalls } from '../../../../test/network-edge.ts'
import { pick } from '../../../../test/picks.ts'
import { addressNow, looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import { smallChart } from '../../../../test/small-charts.ts'
import { queryClient } from '../../../api/query-client.ts'
import { fetchTexts } from '../../../i18n/texts.ts'
import { changesOf } from '../reason-queries.ts'
import WhatChanged from '../WhatChanged.tsx'

const issueDate = '2026-07-17'
const codes = ['0005', '0012', '0019']
/** The close of each chart's newest bar. */
const closeOf = (code: string) => smallChart(`HKEX:${code}`, '1D').c.at(-1)!
const stocks = [
  pick(0, { stockCode: '0005', patternType: 'CWH', buyPoint: closeOf('0005') * 1.02, percivalScore: 91 }),
  pick(1, { stockCode: '0012', patternType: 'FB', buyPoint: closeOf('0012') * 0.99, percivalScore: 84 }),
  pick(2, { stockCode: '0019', percivalScore: 70 }),
]
const changes: Changes = {
  method: 'finlist-1',
  previousDate: '2026-07-10',
  added: ['0005'],
  stayed: [
    { stockCode: '0012', scoreBefore: 80 },
    { stockCode: '0019', scoreBefore: 70 },
  ],
  left: [{ stockCode: '0700', stockName: 'Gone Ltd', stockNameZh: '離去', reason: 'under-stop', doubt: null }],
}

/** The second stock passed its buy point on its last day, on heavy volume. */
function chartOf(symbol: string) {
  const chart = smallChart(symbol, '1D')
  if (symbol !== 'HKEX:0012') return chart
  return {
    ...chart,
    c: chart.c.map((close, at) => (at === chart.c.length - 2 ? closeOf('0012') * 0.97 : close)),
    v: chart.v.map((volume, at) => (at === chart.v.length - 1 ? 9_000_000 : volume)),
  }
}

/** Shows what changed in an issue, and opens its weekly page. Returns the requests. */
async function openWeekly({ of = changes, ...look }: { of?: Changes } & Parameters<typeof show>[1] = {}) {
  queryClient.setQueryData(changesOf('HKEX', issueDate).queryKey, of)
  const asked: string[] = []
  answerCalls({
    'GET /tvchart/small': (_, { searchParams }) => {
      asked.push(`${searchParams.get('symbols')} until ${searchParams.get('until')}`)
      return { data: searchParams.get('symbols')!.split(',').map(chartOf) }
    },
  })
  await Promise.all((['why', 'weekly', 'list-charts'] as const).map(fetchTexts))
  await show(<WhatChanged exchange="HKEX" issueDate={issueDate} stocks={stocks} address="?stock=" />, {
    path: '/finlist-hk',
    texts: ['finlist'],
    ...look,
  })
  await page.getByRole('button', { name: /^(Weekly page|週報)/ }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect
    .poll(() => [...document.querySelectorAll('canvas')].filter(({ width }) => width > 0).length)
    .toBeGreaterThan(2)
  return asked
}
const part = (name: RegExp) => page.getByRole('region', { name })

test('the weekly page names what is near its buy point or broke out, and has a chart of every stock as of its day', async () => {
  expect(await openWeekly()).toEqual([`${[...codes, '0700'].map(code => `HKEX:${code}`).join()} until ${issueDate}`])
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('FinList Hong Kong, 17 July 2026')
  await expect.element(page.getByText('1 new, 2 stayed and 1 left since 10 July 2026.')).toBeVisible()
  await expect.element(part(/below the buy point/)).toMatchTextContent(/0005 .* ▼?-?1\.96%$/)
  await expect.element(part(/Closed above/)).toMatchTextContent(/0012 .*27 Nov, \d\.\d times$/)
  await expect.element(part(/^New$/)).toMatchTextContent(/0005 .*Score 91 · Cup with handle · buy point/)
  await expect.element(part(/^Stayed$/)).toMatchTextContent(/0012 .*Score 84 \(\+4\) · Flat base/)
  await expect.element(part(/^Left/)).toMatchTextContent(/0700 Gone Ltd.*Closed at or below its stop/)
  expect(
    part(/^Stayed$/)
      .getByRole('img')
      .elements(),
  ).toHaveLength(2)
})

test('it takes the place of the page, is printed, and gives the page back when it is closed', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await openWeekly()
  expect(addressNow()).toBe('/finlist-hk#week')
  await expect.element(page.getByText(/new · 2 stayed/)).not.toBeVisible()
  expect(document.title).toBe('FinList Hong Kong, 17 July 2026')
  await page.getByRole('button', { name: 'Print or save as PDF' }).click()
  expect(printed).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Escape}')
  await expect.poll(addressNow).toBe('/finlist-hk')
  await expect.element(page.getByText(/new · 2 stayed/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Weekly page/ })).toHaveFocus()
  printed.mockRestore()
})

test('it is light like paper in the dark theme too, which comes back with the page', async () => {
  await openWeekly({ theme: 'dark' })
  expect(document.documentElement).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => document.documentElement.getAttribute('data-theme')).toBe('dark')
})

test('the first issue of a market has its picks alone', async () => {
  await openWeekly({ of: { ...changes, previousDate: null, added: [], stayed: [] } })
  await expect
    .element(
      part(/^Picks$/)
        .getByRole('img')
        .first(),
    )
    .toBeVisible()
  expect(part(/^(New|Stayed|Left)/).elements()).toEqual([])
})

for (const screen of ['desktop', 'phone'] as const)
  test.each(looks)(`the weekly page has no violations and fits a ${screen}, $language`, async look => {
    await openWeekly({ ...look, screen })
    expect(sticksOut()).toEqual([])
    await noViolations()
  })
