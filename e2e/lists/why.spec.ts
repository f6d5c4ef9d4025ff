import type { FinListStock } from '@finlist/contract/finlist'
import type { Changes } from '@finlist/contract/reasons'
import { expect, type Page, test } from '@playwright/test'
import { signInAs } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { savedBy } from '../lists.ts'
import { noViolations } from '../shell/accessibility.ts'

const rows = (page: Page) => page.locator('tbody tr[data-code]')

/** The newest Hong Kong issue that the method made and that dropped picks: its date, stocks and changes. */
async function newest(page: Page) {
  for (const date of await asPerson<string[]>(page, '/finlist/HKEX/issue-dates')) {
    const changes = await asPerson<Changes>(page, `/finlist/HKEX/changes?issueDate=${date}`)
    if (changes.method === null || changes.left.length === 0) continue
    return { date, changes, stocks: await asPerson<FinListStock[]>(page, `/finlist/HKEX?issueDate=${date}`) }
  }
  throw new Error('the demo has no list by the method')
}

test('a line above the list sums up the changes since last week and expands to names with reasons; the exported file has the changes too', async ({
  page,
}) => {
  await signInAs(page, 'hk-yearly')
  const { date, changes, stocks } = await newest(page)
  await page.goto(`/finlist-hk?issueDate=${date}`)
  await expect(rows(page).first()).toBeVisible()
  await page.mouse.wheel(0, 1)
  const { added, stayed, left } = changes
  await expect(page.getByText('Made by fixed rules from past prices.')).toBeVisible()
  const line = page.getByText(`${added.length} new · ${stayed.length} stayed · ${left.length} left`)
  await line.click()
  await expect(page.getByRole('region', { name: 'Left' }).getByRole('listitem')).toHaveCount(left.length)
  await expect(page.getByRole('region', { name: 'New' }).getByRole('listitem')).toHaveCount(added.length)
  await noViolations(page)
  const { name, text } = await savedBy(page, () => page.getByRole('button', { name: 'as CSV' }).click())
  expect(name).toBe(`finlist HKEX ${date} Demo data.csv`)
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + stocks.length + left.length)
  expect(lines.at(-1)).toContain(',left,')
  for (const each of lines.slice(1)) expect(each).toMatch(/,"?Demo data: invented, not market data"?$/)
})
