import type { HourlyMovers, Mover } from '@finlist/contract/movers'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { doubleText, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { HourLists } from './HourLists.tsx'
import { MoverTable } from './MoverTable.tsx'

type Look = Parameters<typeof show>[1]

const mover = (at: number, sign: 1 | -1): Mover => ({
  stockCode: String(5 + at * 7).padStart(4, '0'),
  stockName: `Kestrel ${at} International Holdings Ltd`,
  stockNameZh: `紅隼${at}號國際控股`,
  volume: 12_345_678 + at * 1_000_000,
  price: 12.34 + at * 7,
  priceChange: sign * (9.87 - at / 4),
  volumeChange: at % 3 === 0 ? null : at + 0.5,
  turnover: 10 ** (5 + (at % 5)) * 7.7,
  dayPrices: at % 4 === 0 ? [] : [10, 11 + at, 9, 12, 12 + sign * at],
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
  await expect.element(page.getByRole('table').first()).toBeVisible()
}

test('movers in Chinese and dark mode on a phone: times are in Hong Kong time, nothing overflows, no accessibility violations', async () => {
  await showHour({ theme: 'dark', screen: 'phone' })
  await expect.element(page.getByText(/^截至 .*10:30.*香港時間/)).toBeVisible()
  expect(sticksOut()).toEqual([])
  await noViolations()
})

test('movers at 320 px with twice the text size are not cut off', async () => {
  await showHour({ screen: 'narrow' })
  doubleText()
  expect(sticksOut()).toEqual([])
})

test.each([472, 510])(
  'next to the sidebar of a tablet or a small laptop, %s px wide, no name of a mover is cut off',
  async width => {
    const list = (
      <div style={{ width }}>
        <MoverTable title="Rose" none="None" movers={hour.hourIncreaseList} />
      </div>
    )
    await show(list, { texts: ['movers'] })
    await expect.element(page.getByRole('table')).toBeVisible()
    const names = page.getByRole('table').getByRole('link').elements()
    expect(names).toHaveLength(20)
    expect(names.filter(name => name.scrollHeight > name.clientHeight)).toEqual([])
  },
)

test('if no stock reached the requested volume, the movers page names that volume', async () => {
  const none = { ...hour, hourIncreaseList: [], hourDecreaseList: [] }
  await show(<HourLists hour={none} failed={false} leastVolume={100_000_000} />, { texts: ['movers'] })
  await expect.element(page.getByText(/^No stock that traded 100,000,000 shares or more rose/)).toBeVisible()
  await expect.element(page.getByText(/^No stock that traded 100,000,000 shares or more fell/)).toBeVisible()
})

const table = (name: string) => page.getByRole('table', { name })
const firstCodes = (name: string) =>
  [...(table(name).element() as HTMLTableElement).tBodies[0]!.rows].slice(0, 2).map(row => row.innerText.slice(0, 4))

test('pressing a column header sorts movers and announces the order, which starts descending for numbers', async () => {
  const fell = 'Fell most within the hour'
  await showHour({ language: 'en' })
  const head = (name: string) => table(fell).getByRole('columnheader', { name })
  await expect.element(head('Change %')).toHaveAttribute('aria-sort', 'ascending')
  await head('Price').getByRole('button').click()
  await expect.element(head('Price')).toHaveAttribute('aria-sort', 'descending')
  expect(head('Change %').element().hasAttribute('aria-sort')).toBe(false)
  expect(firstCodes(fell)).toEqual(['0278', '0271'])
  await head('Price').getByRole('button').click()
  await expect.element(head('Price')).toHaveAttribute('aria-sort', 'ascending')
  await head('Volume × 50-day').getByRole('button').click()
  await expect.element(head('Volume × 50-day')).toHaveAttribute('aria-sort', 'descending')
  expect(firstCodes(fell)).toEqual(['0271', '0264'])
  await head('Stock').getByRole('button').click()
  await expect.element(head('Stock')).toHaveAttribute('aria-sort', 'ascending')
  expect(firstCodes(fell)).toEqual(['0145', '0152'])
})

test('on a phone the order of movers is chosen from a menu', async () => {
  const rose = '一小時升幅最大'
  await showHour({ screen: 'phone' })
  const list = page.getByRole('region', { name: rose })
  await list.getByRole('combobox', { name: '排序' }).selectOptions('成交額')
  await expect.element(list.getByRole('button', { name: '由高至低' })).toBeVisible()
  expect(firstCodes(rose)).toEqual(['0033', '0068'])
})

test('the line of a mover’s day is described in words, and is left out for fewer than three prices', async () => {
  await showHour({ language: 'en' })
  const rows = page.getByRole('table', { name: 'Rose most within the hour' }).getByRole('row')
  await expect
    .element(rows.nth(2).getByRole('img', { name: 'The day in 5 half-hour prices, from 10.00 to 13.00' }))
    .toBeVisible()
  expect(rows.nth(1).getByRole('img').elements()).toHaveLength(0)
})
