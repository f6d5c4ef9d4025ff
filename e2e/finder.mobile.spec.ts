import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import {} from './lists.ts'
import { looks } from './looks.ts'
import { doubleText, signIn } from './people.ts'

const cards = (page: Page) => page.locator('li[data-code]')
const dialog = (page: Page) => page.getByRole('dialog')
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
const screened = '/finder-hk?filter=percival_score:gte:60&filter=close:between:1:500'

test('cards, a menu of six orders with its direction (FND-05, 09)', async ({ page }) => {
  await signIn(page, 'full-lists', screened)
  await expect(cards(page).first()).toBeVisible()
  await expect(page.locator('table')).toHaveCount(0)
  const menu = page.getByRole('combobox', { name: 'Sort by' })
  await expect(menu.getByRole('option')).toHaveText([
    'Ticker', 'Close', 'Change', 'Volume', 'Vol. change', 'Percival Score',
  ]) // biome-ignore format: a list
  const codes = () => cards(page).evaluateAll(all => all.map(card => Number(card.getAttribute('data-code'))))
  const ascending = await codes()
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b))
  await page.getByRole('button', { name: 'Ascending' }).tap()
  await expect(page.getByRole('button', { name: 'Descending' })).toBeVisible()
  expect(await codes()).toEqual(ascending.toReversed())
  await menu.selectOption('Percival Score')
  await expect(page.getByRole('button', { name: 'Ascending' })).toBeVisible()
  const scores = await cards(page).evaluateAll(all =>
    all.map(card => Number(/Score ([\d.]+)/.exec(card.textContent!)![1])),
  )
  expect(scores).toEqual(scores.toSorted((a, b) => a - b))
  await expect(page).toHaveURL(/sort=percivalScore/)
  expect(await fits(page)).toBe(true)
})

test('a stock fills the screen, with chart and watchlists; the back button returns (FND-05, 06)', async ({ page }) => {
  await signIn(page, 'full-lists', screened)
  await cards(page).nth(2).getByRole('button').first().tap()
  await expect(dialog(page).locator('canvas').first()).toBeVisible()
  expect(await dialog(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 })
  await expect(dialog(page).getByRole('heading', { name: 'In your watchlists' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Next stock' }).tap()
  await expect(page).toHaveURL(new RegExp(`stock=${await cards(page).nth(3).getAttribute('data-code')}`))
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await cards(page)
    .nth(2)
    .getByRole('button', { name: /to a watchlist/ })
    .tap()
  await expect(dialog(page).getByLabel('Buy price')).toHaveAttribute('step', '0.01')
})

test('Chinese, 320 px and twice the text: nothing is cut off', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-HK', viewport: { width: 320, height: 640 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, 'full-lists', screened)
  await expect(cards(page).first()).toBeVisible()
  await doubleText(page)
  expect(await fits(page)).toBe(true)
  await page.getByRole('combobox').first().selectOption('close')
  await page.getByRole('combobox').nth(1).selectOption('between')
  expect(await fits(page)).toBe(true)
  await context.close()
})

for (const { language, theme: colorScheme } of looks)
  test(`no accessibility fault on a phone: presets, cards, stock, ${language}, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({
      locale: language === 'zh' ? 'zh-HK' : 'en-GB',
      colorScheme,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const page = await context.newPage()
    await signIn(page, 'full-lists', '/finder-hk')
    await expect(page.getByRole('combobox').first()).toBeVisible()
    await noViolations(page)
    await page.goto(screened)
    await expect(cards(page).first()).toBeVisible()
    await noViolations(page)
    await cards(page).first().getByRole('button').first().tap()
    await expect(dialog(page).locator('canvas').first()).toBeVisible()
    await noViolations(page)
    await context.close()
  })
