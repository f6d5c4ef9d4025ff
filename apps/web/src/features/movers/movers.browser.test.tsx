import type { HourlyMovers, Mover } from '@finlist/contract/movers'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { doubleText, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { HourLists } from './HourLists.tsx'

type Look = Parameters<typeof show>[1]

const mover = (at: number, sign: 1 | -1): Mover => ({
  stockCode: String(5 + at * 7).padStart(4, '0'),
  stockName: `Kestrel ${at} International Holdings Ltd`,
  stockNameZh: `紅隼${at}號國際控股`,
  volume: 12_345_678 + at * 1_000_000,
  price: 12.34 + at * 7,
  priceChange: sign * (9.87 - at / 4),
  volumeChange: at % 3 === 0 ? null : at + 0.5,
})

const hour: HourlyMovers = {
  updatedAt: '2026-07-17T02:30:00.000Z',
  comparedWith: '2026-07-17T01:30:00.000Z',
  hourIncreaseList: Array.from({ length: 20 }, (_, at) => mover(at, 1)),
  hourDecreaseList: Array.from({ length: 20 }, (_, at) => mover(at + 20, -1)),
}

async function showHour(look: Look) {
  const part = (
    <>
      <PageHeader title="港股異動" />
      <HourLists hour={hour} failed={false} />
    </>
  )
  await show(part, { texts: ['movers'], language: 'zh', ...look })
  await expect.element(page.getByRole('table', { name: '一小時升幅最大' })).toBeVisible()
}

test('in Chinese at night on a phone: when it was, in Hong Kong; nothing sticks out; no accessibility fault', async () => {
  await showHour({ theme: 'dark', screen: 'phone' })
  await expect.element(page.getByText(/^截至 .*10:30.*香港時間/)).toBeVisible()
  expect(sticksOut()).toEqual([])
  await noViolations()
})

test('at 320 px with twice the text nothing is cut off', async () => {
  await showHour({ screen: 'narrow' })
  doubleText()
  expect(sticksOut()).toEqual([])
})

test('where a volume is asked for that nothing reached, it is named', async () => {
  const none = { ...hour, hourIncreaseList: [], hourDecreaseList: [] }
  await show(<HourLists hour={none} failed={false} leastVolume={100_000_000} />, { texts: ['movers'] })
  await expect.element(page.getByText(/^No stock that traded 100,000,000 shares or more rose/)).toBeVisible()
  await expect.element(page.getByText(/^No stock that traded 100,000,000 shares or more fell/)).toBeVisible()
})
