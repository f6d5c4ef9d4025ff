import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { inEachLook } from './looks.ts'
import { doubleText, signIn } from './people.ts'

const cards = (page: Page) => page.locator('li[data-code]')
const panel = (page: Page) => page.getByRole('dialog')
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

test('cards, with a menu for the order and a button for its direction (FIN-07, 12, 13)', async ({ page }) => {
  await signIn(page, 'hk-yearly')
  await expect(cards(page).first()).toBeVisible()
  await expect(page.locator('table')).toHaveCount(0)
  const codes = () => cards(page).evaluateAll(found => found.map(card => Number(card.getAttribute('data-code'))))
  const ascending = await codes()
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b))
  await page.getByRole('button', { name: 'Ascending' }).tap()
  expect(await codes()).toEqual(ascending.toReversed())
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Percival Score' })
  await expect(page.getByRole('button', { name: 'Ascending' })).toBeVisible()
  const scores = await cards(page).evaluateAll(found =>
    found.map(card => Number(/Score ([\d.]+)/.exec(card.textContent!)![1])),
  )
  expect(scores).toEqual(scores.toSorted((a, b) => a - b))
  for (const card of [cards(page).first(), page.getByRole('button', { name: 'Ascending' })])
    expect((await card.boundingBox())!.height).toBeGreaterThanOrEqual(43.9)
  expect(await fits(page)).toBe(true)
})

test('a stock fills the screen; the back button and Close return to the list (FIN-01, 23, 24, 25)', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly')
  await cards(page).nth(4).tap()
  await expect(panel(page)).toBeVisible()
  expect(await panel(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 })
  await expect(panel(page).locator('canvas').first()).toBeVisible()
  const quarters = panel(page).getByRole('region', { name: 'Fundamentals by quarter' })
  await quarters.evaluate(region => region.scrollTo(300, 0))
  const name = quarters.getByRole('rowheader').first()
  expect((await name.boundingBox())!.x).toBeGreaterThanOrEqual(0)
  await expect(panel(page).getByRole('table', { name: 'Top 10 holders in CCASS' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Next stock' }).tap()
  await expect(page).toHaveURL(new RegExp(`stock=${await cards(page).nth(5).getAttribute('data-code')}`))
  await page.goBack()
  await expect(panel(page)).toBeHidden()
  await cards(page).nth(4).tap()
  await panel(page).getByRole('button', { name: 'Close' }).tap()
  await expect(panel(page)).toBeHidden()
  await expect(cards(page).nth(4)).toBeInViewport()
})

test('the preview on a phone: one real card, masked ones behind (FIN-10, 26, 27)', async ({ page }) => {
  await signIn(page, 'free')
  await expect(page.locator('ul[aria-hidden] li[data-code]').first()).toBeAttached()
  const real = page.locator('ul:not([aria-hidden]) > li[data-code]')
  await expect(real).toHaveCount(1)
  await real.tap()
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'One pick of this issue is open to you' })).toBeFocused()
})

test('Chinese, 320 px and twice the text: nothing is cut off', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-HK', viewport: { width: 320, height: 640 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, 'hk-yearly')
  await expect(cards(page).first()).toBeVisible()
  await doubleText(page)
  expect(await fits(page)).toBe(true)
  await cards(page).first().tap()
  await expect(panel(page).locator('canvas').first()).toBeVisible()
  expect(await panel(page).evaluate(sheet => sheet.scrollWidth <= innerWidth)).toBe(true)
})

inEachLook(language => {
  test('no accessibility fault on a phone', async ({ page }) => {
    await signIn(page, 'hk-yearly')
    await expect(cards(page).first()).toBeVisible()
    await noViolations(page)
    await cards(page).first().tap()
    await expect(panel(page).locator('canvas').first()).toBeVisible()
    const holders = language === 'zh' ? '中央結算系統十大持股者' : 'Top 10 holders in CCASS'
    await expect(panel(page).getByRole('table', { name: holders })).toBeVisible()
    await noViolations(page)
  })
})
