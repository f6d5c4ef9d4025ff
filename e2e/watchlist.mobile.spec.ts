import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import {} from './lists.ts'
import { looks } from './looks.ts'
import { doubleText, signIn } from './people.ts'

const cards = (page: Page) => page.locator('li[data-code]')
const dialog = (page: Page) => page.getByRole('dialog')
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
const number = (text: string | undefined) => Number(text!.replace(/[^\d.-]/g, ''))

test('cards, a menu of eight orders and a button for the direction (WL-09, 10, 11, 14)', async ({ page }) => {
  await signIn(page, 'full-lists', '/watchlist')
  await expect(cards(page)).toHaveCount(20)
  await expect(page.getByRole('main')).toContainText('20 records')
  const menu = page.getByRole('combobox', { name: 'Sort by' })
  await expect(menu.getByRole('option')).toHaveText([
    'Ticker', 'Price', 'Volume', 'Buy price', 'Shares', 'Total value', 'Profit', 'Profit change %',
  ]) // biome-ignore format: a list
  const code = () => cards(page).evaluateAll(found => found.map(card => card.querySelector('b')!.textContent))
  const ascending = await code()
  expect(ascending).toEqual(ascending.toSorted((a, b) => Number(a) - Number(b)))
  await page.getByRole('button', { name: 'Ascending' }).tap()
  expect(await code()).toEqual(ascending.toReversed())
  await menu.selectOption('Profit change %')
  await expect(page.getByRole('button', { name: 'Ascending' })).toBeVisible()
  const percents = (
    await cards(page).evaluateAll(found => found.map(card => /[+-]?[\d.,]+%/.exec(card.textContent!)![0]))
  ).map(number)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(await fits(page)).toBe(true)
})

test('a card opens on the whole screen; its menu modifies (WL-12, 13)', async ({ page }) => {
  await signIn(page, 'full-lists', '/watchlist')
  await cards(page).nth(1).getByRole('button').first().tap()
  await expect(dialog(page).locator('canvas').first()).toBeVisible()
  expect(await dialog(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 })
  await expect(dialog(page)).toContainText('Profile')
  await dialog(page).getByRole('button', { name: 'Close' }).tap()
  await expect(dialog(page)).toBeHidden()
  await cards(page)
    .nth(1)
    .getByRole('button', { name: /^Actions/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Modify' }).tap()
  await expect(dialog(page).getByLabel('Buy price')).not.toHaveValue('')
})

test('Chinese, 320 px and twice the text: nothing is cut off', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-HK', viewport: { width: 320, height: 640 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, 'full-lists', '/watchlist')
  await expect(cards(page).first()).toBeVisible()
  await doubleText(page)
  expect(await fits(page)).toBe(true)
  await cards(page).first().getByRole('button').first().tap()
  await expect(dialog(page).locator('canvas').first()).toBeVisible()
  expect(await dialog(page).evaluate(sheet => sheet.scrollWidth <= innerWidth)).toBe(true)
  await context.close()
})

for (const { language, theme: colorScheme } of looks)
  test(`no accessibility fault on a phone: cards, panel, ${language}, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({
      locale: language === 'zh' ? 'zh-HK' : 'en-GB',
      colorScheme,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const page = await context.newPage()
    await signIn(page, 'full-lists', '/watchlist')
    await expect(cards(page).first()).toBeVisible()
    await noViolations(page)
    await cards(page).first().getByRole('button').first().tap()
    await expect(dialog(page).locator('canvas').first()).toBeVisible()
    await noViolations(page)
    await context.close()
  })
