import type { AlertDay, ProfitAlert } from '@finlist/contract/profit-alerts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { doubleText, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import ProfitAlertsScreen from './ProfitAlertsScreen.tsx'
import { alertDays, codesInFinList } from './queries.ts'

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
]

async function showAlerts(look: Look) {
  queryClient.setQueryData(alertDays().queryKey, days)
  queryClient.setQueryData(codesInFinList().queryKey, ['0005', '0019'])
  await show(<ProfitAlertsScreen />, { path: '/stock-news-hk', texts: ['profit-alerts'], language: 'zh', ...look })
  await expect.element(page.getByRole('link', { name: /^公告：/ }).first()).toBeVisible()
}

test('in Chinese the report is the Chinese one, where there is one (PA-05)', async () => {
  await showAlerts({})
  const links = page.getByRole('link', { name: /^公告：/ }).elements() as HTMLAnchorElement[]
  expect(links.map(({ href }) => href)).toEqual([
    'https://news.example/0',
    'https://news.example/1-zh',
    'https://news.example/2-zh',
    'https://news.example/3-zh',
    'https://news.example/4',
    'https://news.example/5-zh',
  ])
})

test('in Chinese at night on a phone: nothing sticks out; no accessibility fault', async () => {
  await showAlerts({ theme: 'dark', screen: 'phone' })
  expect(sticksOut()).toEqual([])
  await noViolations()
})

test('at 320 px with twice the text nothing is cut off', async () => {
  await showAlerts({ screen: 'narrow' })
  doubleText()
  expect(sticksOut()).toEqual([])
})
