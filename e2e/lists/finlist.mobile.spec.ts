import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../accounts.ts'

const cards = (page: Page) => page.locator('li[data-code]')
const panel = (page: Page) => page.getByRole('dialog')

test('on a phone a stock fills the screen; the back button and Close return to the list (FIN-01, 23, 24, 25)', {
  tag: '@core',
}, async ({ page }) => {
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
