import type { FinListStock } from '@finlist/contract/finlist'
import { expect, type Page, test } from '@playwright/test'
import { alert, listen, signIn, signInAs } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { letThrough } from '../held.ts'
import { errorsOf, fill, newList, withoutLists } from '../lists.ts'

// The tests share one account's lists, so they run one after the other.
test.describe.configure({ mode: 'default' })

const rows = (page: Page) => page.locator('tr[data-code]')
const dialog = (page: Page) => page.getByRole('dialog', { name: /to a watchlist$/ })
const mark = (page: Page, at: number) =>
  rows(page)
    .nth(at)
    .getByRole('button', { name: /to a watchlist/ })
const price = (page: Page) => dialog(page).getByLabel('Buy price')
const shares = (page: Page) => dialog(page).getByLabel('Shares')
const where = (page: Page) => dialog(page).getByRole('combobox', { name: 'Watchlist' })
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Add to watchlist' }).click()

const screens = [
  {
    name: 'FinList',
    path: '/finlist-hk',
    step: '0.0001',
    rows: 'FIN-39, 40, 41, 43, 44, 45',
    most: 'FIN-42',
    failure: 'FIN-46',
  },
  {
    name: 'Finder',
    path: '/finder-hk?filter=percival_score:gte:0',
    step: '0.01',
    rows: 'FND-06, 27, 28',
    most: 'FND-28',
    failure: 'FND-29',
  },
]

/** Opens the screen for a user whose only lists are these, all empty. Returns their ids. */
async function withLists(page: Page, path: string, ...names: string[]): Promise<number[]> {
  await withoutLists(page)
  const ids: number[] = []
  for (const name of names) ids.push(await newList(page, name))
  await page.goto(path)
  await expect(rows(page).first()).toBeVisible()
  return ids
}

for (const screen of screens)
  test(`${screen.name}: adding a stock to a watchlist checks its fields, the limit of three lists, server refusals and changes in another tab (${screen.rows}, ${screen.most}, ${screen.failure})`, async ({
    page,
  }) => {
    await signInAs(page, 'hk-quarterly')
    await test.step('a list, a price and shares are required; a new list also needs a name', async () => {
      await withLists(page, screen.path, 'Growth')
      const calls = listen(page)
      await mark(page, 0).click()
      await expect(where(page)).toBeVisible()
      const facts = ({ min, step, ariaRequired }: HTMLInputElement) => [min, step, ariaRequired]
      expect(await price(page).evaluate(facts)).toEqual(['0', screen.step, 'true'])
      expect(await shares(page).evaluate(facts)).toEqual(['1', '1', 'true'])
      await price(page).fill('')
      await send(page)
      for (const said of [
        'Please choose a watchlist',
        'Please enter a price of 0 or more',
        'Please enter a whole number of at least 1',
      ])
        await expect(dialog(page)).toContainText(said)
      const total = dialog(page).getByRole('status')
      for (const [typedPrice, typedShares, sum] of [
        ['2.5', '', '--'],
        ['2.5', '400', '1,000.00'],
        ['0', '400', '--'],
        ['2.5', '-4', '--'],
      ] as const) {
        await price(page).fill(typedPrice)
        await shares(page).fill(typedShares)
        await expect(total).toHaveText(sum)
      }
      await shares(page).fill('400')
      await where(page).selectOption({ label: 'New watchlist…' })
      await send(page)
      await expect(dialog(page)).toContainText('Please enter a name for the watchlist')
      expect(calls.filter(({ call }) => /^(POST \/watchlist|GET \/watchlist\/create)/.test(call))).toEqual([])
      await dialog(page).getByLabel('Watchlist name').fill('Income')
      await send(page)
      await expect(dialog(page)).toBeHidden()
      await expect(mark(page, 0)).toHaveAccessibleName(/Income 2\.50$/)
      expect(calls.find(({ call }) => call.startsWith('POST /watchlist/'))).toMatchObject({
        body: {
          stockCode: await rows(page).first().getAttribute('data-code'),
          exchange: 'HKEX',
          buyPrice: 2.5,
          shares: 400,
        },
      })
    })

    await test.step('a user who has three lists is not offered a new one', async () => {
      await withLists(page, screen.path, 'One', 'Two')
      const fresh = where(page).getByRole('option', { name: 'New watchlist…' })
      await mark(page, 0).click()
      await expect(fresh).toBeEnabled()
      await page.keyboard.press('Escape')
      await newList(page, 'Three')
      await page.reload()
      await mark(page, 0).click()
      await expect(where(page).getByRole('option')).toHaveCount(5)
      await expect(fresh).toBeDisabled()
    })

    await test.step('a server refusal is logged and shown, and the dialog stays open', async () => {
      await withLists(page, screen.path, 'Growth')
      const errors = errorsOf(page)
      await page.route(/\/api\/watchlist\/\d+$/, route =>
        route.fulfill({
          status: 400,
          json: { status: 'Error', errors: [{ message: 'No room in the barn' }, { message: 'Second' }] },
        }),
      )
      await mark(page, 0).click()
      await where(page).selectOption({ label: 'Growth' })
      await shares(page).fill('100')
      await send(page)
      expect(await alert(page)).toBe('No room in the barn')
      await expect.poll(() => errors.filter(text => text.includes('No room in the barn'))).toHaveLength(1)
      await expect(shares(page)).toHaveValue('100')
      await letThrough(page, /\/api\/watchlist\/\d+$/)
      await send(page)
      await expect(dialog(page)).toBeHidden()
    })

    await test.step('a list that was deleted or filled up in another tab can no longer be chosen', async () => {
      const [full, gone] = await withLists(page, screen.path, 'Growth', 'Gone')
      const option = (name: string) => where(page).getByRole('option', { name, exact: true })
      await mark(page, 0).click()
      await where(page).selectOption({ label: 'Gone' })
      await shares(page).fill('100')
      await asPerson(page, `/watchlist/${gone}/delete`, {})
      await fill(page, full!, 20)
      await send(page)
      expect(await alert(page)).toContain('no longer in your watchlists')
      await expect(option('Gone')).toHaveCount(0)
      await expect(option('Growth (full)')).toBeDisabled()
      await asPerson(page, `/watchlist/${full}/delete`, {})
      await page.evaluate(() => ['blur', 'focus'].forEach(type => dispatchEvent(new Event(type))))
      await expect(option('Growth (full)')).toHaveCount(0)
    })
  })

test('a stock on a watchlist is marked on its row with list and price, in the response with ids, and in its panel with an entry that can be removed (WL-16, FIN-39)', async ({
  page,
}) => {
  await signInAs(page, 'hk-quarterly')
  const [id] = await withLists(page, '/finlist-hk', 'Growth')
  const code = (await rows(page).nth(1).getAttribute('data-code'))!
  const { watchlistStockId } = await asPerson<{ watchlistStockId: number }>(page, `/watchlist/${id}`, {
    stockCode: code,
    exchange: 'HKEX',
    buyPrice: 12.3,
    shares: 100,
  })
  const answer = page.waitForResponse(/\/api\/finlist\/HKEX\?/)
  await page.reload()
  const { data } = (await (await answer).json()) as { data: FinListStock[] }
  expect(data.find(({ stockCode }) => stockCode === code)!.watchlistData).toEqual([
    { watchlistId: id, watchlistStockId, watchlistName: 'Growth', buyPrice: 12.3 },
  ])
  await expect(page.locator('[data-own]')).toHaveCount(1)
  await mark(page, 1).hover()
  await expect(mark(page, 1)).toContainText('Growth12.30')
  await rows(page).nth(1).getByRole('link').click()
  const panel = page.getByRole('dialog')
  const own = panel.getByRole('listitem').filter({ hasText: 'Growth' })
  await expect(own).toContainText('12.30')
  await panel.getByRole('button', { name: 'Add to watchlist' }).click()
  await expect(where(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await own.getByRole('button', { name: 'Remove from “Growth”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(panel).toContainText('Not in any watchlist yet.')
  await expect(page.locator('[data-own]')).toHaveCount(0)
})

test('a user who may see the list but not use watchlists sees a note instead of the form', async ({ page }) => {
  await signIn(page, 'hk-quarterly', '/finlist-hk')
  await page.route('**/api/watchlist/user', route =>
    route.fulfill({ status: 403, json: { status: 'Forbidden', errors: [{ message: 'Forbidden' }] } }),
  )
  await mark(page, 0).click()
  await expect(dialog(page)).toContainText('Whoops! Seems like you need to subscribe to see this content.')
})
