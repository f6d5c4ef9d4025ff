import type { ProposedTrends } from '@finlist/contract/market-trend'
import { expect, test } from '@playwright/test'
import { alert, signIn } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { noViolations } from '../shell/accessibility.ts'

test('staff see the state that the rule proposes next to the current one, with the days and weeks that triggered it, and confirm the proposal with one press', async ({
  page,
}) => {
  await signIn(page, 'staff', '/admin/upload?form=trend')
  const asked = () => asPerson<ProposedTrends>(page, '/admin/data/markettrend/proposal?exchange=CN')
  const { shortTerm, midLongTerm } = await asked()
  await page.getByLabel('Exchange').selectOption('CN')
  const short = page.getByRole('region', { name: 'Short term', exact: true })
  const long = page.getByRole('region', { name: 'Mid to long term', exact: true })
  await expect(short.getByRole('table', { name: 'Days that triggered the rule' }).locator('tbody tr')).toHaveCount(
    shortTerm.proposed!.fired.length,
  )
  await expect(long.getByRole('table', { name: 'Weeks that triggered the rule' })).toContainText('Led to this state')
  await page.getByText('The rule', { exact: true }).click()
  await expect(page.getByText(/a gain of at least 1.25% on higher volume/)).toBeVisible()
  await noViolations(page)
  // Sets another state first, so that there is something to confirm.
  const { marketTrend } = midLongTerm.proposed!
  const other = marketTrend === 'UPTREND' ? 'Downtrend' : 'Uptrend'
  const names = {
    UPTREND: 'Uptrend',
    DOWNTREND: 'Downtrend',
    UNDER_PRESSURE: 'Under pressure',
    RALLY_ATTEMPT: 'Rally attempt',
  }
  await page.getByRole('combobox', { name: 'Term', exact: true }).selectOption('long')
  await page.getByRole('combobox', { name: 'Trend', exact: true }).selectOption(other)
  await page.getByLabel('Amend the newest entry').check()
  await page.getByRole('button', { name: 'Publish' }).click()
  expect(await alert(page)).toMatch(/^Success!/)
  await expect(long).toContainText(`Now set to: ${other} since`)
  await long.getByRole('button', { name: `Confirm: ${names[marketTrend]} from` }).click()
  expect(await alert(page)).toMatch(new RegExp(`^Success! ${names[marketTrend]} since`))
  await expect(long).toContainText('This matches the current setting.')
  expect((await asked()).midLongTerm.set?.marketTrend).toBe(marketTrend)
})
