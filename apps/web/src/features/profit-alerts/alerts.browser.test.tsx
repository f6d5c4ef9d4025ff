import type { AlertDay, ProfitAlert, ProfitAlertOutcomes } from '@finlist/contract/profit-alerts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { doubleText, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import ProfitAlertsScreen from './ProfitAlertsScreen.tsx'
import { alertDays, alertOutcomes, codesInFinList } from './queries.ts'

type Look = Parameters<typeof show>[1]

const alert = (at: number): ProfitAlert => ({
  stockCode: String(5 + at * 7).padStart(4, '0'),
  stockName: `Kestrel ${at} International Holdings Ltd`,
  stockNameZh: `紅隼${at}號國際控股`,
  reportType: (['POSITIVE', 'NEGATIVE', 'OTHER'] as const)[at % 3]!,
  link: `https://news.example/${at}`,
  linkZh: at % 4 === 0 ? '' : `https://news.example/${at}-zh`,
  releaseTime: '2026-07-17T10:05:00.000Z',
  inFinList: at % 2 === 0,
})
const days: AlertDay[] = [
  { date: '2026-07-17', stockList: [0, 1, 2, 3].map(alert) },
  { date: '2026-07-16', stockList: [4, 5].map(alert) },
  { date: '2026-07-15', stockList: [alert(6)] },
]

const rate = (reportType: ProfitAlert['reportType'], span: 1 | 5 | 20, alerts: number) => ({
  reportType,
  days: span,
  alerts,
  rose: Math.floor(alerts / 2),
  low: 0.2094,
  high: 0.805,
})
const outcomes: ProfitAlertOutcomes = {
  asAt: '2026-07-17',
  rates: (['POSITIVE', 'NEGATIVE', 'OTHER'] as const).flatMap(type =>
    ([1, 5, 20] as const).map(span => rate(type, span, type === 'OTHER' ? 0 : 1_234)),
  ),
  outcomes: [0, 1, 2, 3, 4].map(at => ({
    stockCode: alert(at).stockCode,
    releaseTime: alert(at).releaseTime,
    changes: [-12.34 + at, at === 2 ? null : 123.45, null],
  })),
}

async function showAlerts(look: Look) {
  queryClient.setQueryData(alertDays().queryKey, days)
  queryClient.setQueryData(alertOutcomes().queryKey, outcomes)
  queryClient.setQueryData(codesInFinList().queryKey, ['0005', '0019'])
  await show(<ProfitAlertsScreen />, { path: '/stock-news-hk', texts: ['profit-alerts'], language: 'zh', ...look })
  await expect.element(page.getByRole('link', { name: /^(公告：|Report:)/ }).first()).toBeVisible()
}

test('in Chinese a profit alert links to the Chinese report if there is one (PA-05)', async () => {
  await showAlerts({})
  const links = page.getByRole('link', { name: /^公告：/ }).elements() as HTMLAnchorElement[]
  expect(links.map(({ href }) => href)).toEqual([
    'https://news.example/0',
    'https://news.example/1-zh',
    'https://news.example/2-zh',
    'https://news.example/3-zh',
    'https://news.example/4',
    'https://news.example/5-zh',
    'https://news.example/6-zh',
  ])
})

test('profit alerts in Chinese and dark mode on a phone: nothing overflows, no accessibility violations', async () => {
  await showAlerts({ theme: 'dark', screen: 'phone' })
  expect(sticksOut()).toEqual([])
  await noViolations()
})

test('profit alerts at 320 px with twice the text size are not cut off', async () => {
  await showAlerts({ screen: 'narrow' })
  doubleText()
  expect(sticksOut()).toEqual([])
})

test('a day with one profit alert takes one line', async () => {
  await showAlerts({ language: 'en' })
  const heightOf = (name: string) => page.getByRole('region', { name }).element().getBoundingClientRect().height
  expect(heightOf('Wednesday, 15 July 2026')).toBeLessThan(40)
  expect(heightOf('Thursday, 16 July 2026')).toBeLessThan(80)
})

test('each profit alert shows the price changes after it; each type of alert shows how often prices rose, with the interval', async () => {
  await showAlerts({ language: 'en' })
  const first = page.getByRole('listitem').first()
  await expect.element(first.getByText('-12.34').first()).toBeVisible()
  await expect.element(first.getByText('+123.45').first()).toBeVisible()
  const row = page.getByRole('row', { name: /^Profit warning/ })
  await expect.element(row.getByText('617 of 1234 rose', { exact: false }).first()).toBeVisible()
  await expect.element(row.getByText('95% range 21–81%').first()).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Other/ })).toHaveTextContent('Other–––')
  await expect.element(page.getByText(/don’t predict the next alert/)).toBeVisible()
})
