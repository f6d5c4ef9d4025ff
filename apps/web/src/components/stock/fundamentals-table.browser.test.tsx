import type { Quarter } from '@finlist/contract/finlist'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { FundamentalsTable } from './fundamentals-table.tsx'

const quarter: Quarter = {
  thisReportDate: 20260331,
  lastReportDate: 20250331,
  thisEps: 1.2,
  lastEps: 1,
  epsChange: 20,
  thisSales: 3_000_000,
  lastSales: 2_000_000,
  salesChange: 50,
  thisNpm: 12.5,
  lastNpm: 10,
  npmChange: 2.5,
}

test('fundamentals show changes of the margin in percentage points, and changes of earnings and sales in percent', async () => {
  await show(<FundamentalsTable data={{ q1: quarter }} />, { texts: ['stock'] })
  const names = () =>
    page
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(names).toHaveLength(9)
  const changes = names().filter(name => name.startsWith('Change'))
  expect(changes).toEqual(['Change (%)', 'Change (%)', 'Change (% points)'])
})

test('fundamentals name each source of their figures once, and say nothing of sources if staff entered none', async () => {
  const data = { q1: { ...quarter, source: 'SEC, EODHD' }, q2: { ...quarter, source: 'SEC' }, q3: quarter }
  await show(<FundamentalsTable data={data} />, { texts: ['stock'] })
  await expect.element(page.getByText('Source: SEC, EODHD', { exact: true })).toBeVisible()
  await show(<FundamentalsTable data={{ q1: quarter }} />, { texts: ['stock'] })
  await expect.poll(() => page.getByText(/^Source:/).elements()).toEqual([])
  await expect.element(page.getByRole('table')).toBeVisible()
})
