import type { FinListStock } from '@finlist/contract/finlist'
import type { Changes } from '@finlist/contract/reasons'
import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { signIn } from './accounts.ts'
import { asPerson } from './api.ts'
import { savedBy } from './lists.ts'
import { publish } from './staff.ts'
import { inEachTheme } from './themes.ts'

const rows = (page: Page) => page.locator('tbody tr[data-code]')
const panel = (page: Page) => page.getByRole('dialog')

/** The newest issue of Hong Kong that the method made, its stocks and what changed. */
async function newest(page: Page) {
  for (const date of await asPerson<string[]>(page, '/finlist/HKEX/issue-dates')) {
    const changes = await asPerson<Changes>(page, `/finlist/HKEX/changes?issueDate=${date}`)
    if (changes.method === null || changes.left.length === 0) continue
    return { date, changes, stocks: await asPerson<FinListStock[]>(page, `/finlist/HKEX?issueDate=${date}`) }
  }
  throw new Error('the demo has no list by the method')
}

test('what changed since last week stands over the list in one line, opens to names with reasons, and is in the file', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/finlist-hk')
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
  expect(name).toBe(`finlist HKEX ${date}.csv`)
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + stocks.length + left.length)
  expect(lines.at(-1)).toContain(',left,')
})

test('the panel says why the pick is there, each limit beside its value; the way to the method is one press', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/finlist-hk')
  const { date, stocks } = await newest(page)
  const pick = stocks.find(({ buyPoint }) => buyPoint !== -1)!
  await page.goto(`/finlist-hk?issueDate=${date}&stock=${pick.stockCode}`)
  await expect(panel(page)).toContainText('Fits the method finlist-1')
  const base = panel(page).getByRole('table', { name: /^The base/ })
  await expect(base.getByRole('row', { name: /Length|Lip to lip/ }).first()).toContainText('Met:')
  await expect(base.getByText('Not met:')).toHaveCount(0)
  await expect(panel(page).getByRole('table', { name: 'To be listed' }).getByRole('row')).toHaveCount(6)
  await expect(panel(page)).toContainText('the price at which the method would count the base as complete')
  await panel(page).getByRole('link', { name: 'How a list is made' }).click()
  await expect(page).toHaveURL('/method')
})

test('a list that staff made says so, over the list and in the panel', async ({ page }) => {
  const address = await publish(page, stocks => stocks.splice(3))
  await signIn(page, 'hk-yearly', address)
  await rows(page).first().locator('td').nth(1).click()
  await expect(panel(page)).toContainText('Made by staff, not by the method.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByText('Made by staff, not by the method.')).toBeVisible()
})

test('whoever has no right to the list asks for no reason and is told no name', async ({ page }) => {
  const asked: string[] = []
  page.on('request', request => /\/(why|changes)\?/.test(request.url()) && asked.push(request.url()))
  await signIn(page, 'free', '/finlist-hk')
  await expect(page.getByText('One pick of this issue is open to you')).toBeVisible()
  await page.mouse.wheel(0, 50)
  expect(asked).toEqual([])
})

inEachTheme(() => {
  test('accessibility of the reasons', async ({ page }) => {
    await signIn(page, 'hk-yearly', '/finlist-hk')
    const { date, stocks } = await newest(page)
    const pick = stocks.find(({ buyPoint }) => buyPoint !== -1)!
    await page.goto(`/finlist-hk?issueDate=${date}&stock=${pick.stockCode}`)
    await expect(panel(page).getByRole('table').nth(2)).toBeAttached()
    await expect(panel(page).locator('canvas').first()).toBeVisible()
    await noViolations(page)
  })
})
