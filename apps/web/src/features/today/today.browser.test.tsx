import { inbox } from '@finlist/contract/inbox'
import { type Today, today } from '@finlist/contract/today'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { addressNow, doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import TodayScreen from './TodayScreen.tsx'

type Look = Parameters<typeof show>[1]

const kestrel = { stockCode: '0700', stockName: 'Kestrel Holdings International', stockNameZh: '紅隼控股國際' }
const full: Today = {
  markets: [
    {
      exchange: 'HKEX',
      states: {
        short: { trend: 'UNDER_PRESSURE', startDate: '2026-07-13' },
        long: { trend: 'UPTREND', startDate: '2026-01-05' },
      },
      list: { issueDate: '2026-07-17', previousDate: '2026-07-10', added: 3, stayed: 20, left: 2 },
    },
    {
      exchange: 'JP',
      states: null,
      list: { issueDate: '2026-07-17', previousDate: null, added: 0, stayed: 0, left: 0 },
    },
  ],
  positions: {
    watched: 3,
    moved: [
      {
        ...kestrel,
        exchange: 'HKEX',
        watchlistId: 7,
        watchlistName: 'Breakouts',
        price: 92.5,
        priceDate: '2026-07-17',
        change: -7.5,
        line: 'stop',
        unconfirmed: true,
      },
      {
        ...kestrel,
        stockCode: '7203',
        exchange: 'JP',
        watchlistId: 8,
        watchlistName: 'Tokyo',
        price: 2_710,
        priceDate: '2026-07-16',
        change: 1.2,
        line: null,
        unconfirmed: false,
      },
    ],
  },
  profitAlerts: [{ ...kestrel, reportType: 'NEGATIVE', releaseTime: '2026-07-16T08:30:00.000Z' }],
  shareholding: {
    shareholdingDate: '2026-07-16',
    changes: [
      { ...kestrel, participantId: 'C00019', participantName: 'HSBC', span: 'week', shareholdingPercentChange: -1.25 },
    ],
  },
}
const unreadItem = {
  id: '31',
  kind: 'price-above' as const,
  at: '2026-07-17T08:30:00.000Z',
  happenedOn: '2026-07-17',
  read: false,
  title: { en: '0700 Kestrel at or above HKD 320.00', zh: '0700 紅隼達到 HKD 320.00' },
  text: { en: '', zh: '' },
  link: '/interactive-chart?symbol=HKEX%3A0700',
}

async function showToday(answer: Today, items: (typeof unreadItem)[], look: Look = {}) {
  queryClient.clear()
  queryClient.setQueryData(callQuery(today).queryKey, answer)
  queryClient.setQueryData(callQuery(inbox).queryKey, { unread: items.length, items })
  await show(<TodayScreen />, { texts: ['today', 'market-trend', 'profit-alerts'], path: '/today', ...look })
}

for (const look of looks)
  test(`Today shows everything that is new, in ${look.language}: nothing overflows, no accessibility violations`, async () => {
    await showToday(full, [unreadItem], look)
    await expect.element(page.getByText(look.language === 'zh' ? '處於止蝕位' : 'At the stop')).toBeVisible()
    await noViolations()
    for (const screen of ['phone', 'narrow'] as const) {
      await showToday(full, [unreadItem], { ...look, screen })
      if (screen === 'narrow') doubleText()
      expect([screen, sticksOut()]).toEqual([screen, []])
    }
  })

test('each item of Today leads to its page', async () => {
  answerCalls({ 'POST /inbox/read': () => ({ data: { unread: 0 } }) })
  const ways: [name: string | RegExp, address: string][] = [
    [/^Short term/, '/markettrend-hk'],
    [/^Issue of 17 Jul 2026 3 new · 20 stayed · 2 left/, '/finlist-hk#changes'],
    [/^Issue of 17 Jul 2026 The first issue/, '/finlist-jp'],
    [/^0700 Kestrel Holdings International$/, '/interactive-chart?symbol=HKEX%3A0700'],
    ['Breakouts', '/watchlist?list=7'],
    [/^0700.*Profit warning/, '/stock-news-hk'],
    [/^0700.*HSBC/, '/top-shareholding-change?stock=0700&line=C00019'],
    [/at or above/, '/interactive-chart?symbol=HKEX%3A0700'],
    ['Choose the start page', '/dashboard?tab=preferences'],
  ]
  for (const [name, address] of ways) {
    await showToday(full, [unreadItem])
    await page.getByRole('link', { name }).first().click()
    await expect.poll(addressNow).toBe(address)
  }
})

test('an unread item of Today shows the day on which it happened, not the day on which it was detected', async () => {
  await showToday(full, [{ ...unreadItem, happenedOn: '2026-07-02' }])
  await expect.element(page.getByText('2 Jul 2026')).toBeVisible()
})

test('Today leaves out what the user may not see, and shows a new user where to begin', async () => {
  await showToday({ markets: [], positions: null, profitAlerts: null, shareholding: null }, [])
  await expect.element(page.getByRole('heading', { name: 'Where to begin' })).toBeVisible()
  expect(
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Where to begin', 'Unread'])
  await page.getByRole('link', { name: 'One pick from this week’s Hong Kong list' }).click()
  await expect.poll(addressNow).toBe('/finlist-hk')
})
