import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../accounts.ts'

const cards = (page: Page) => page.locator('li[data-code]')
const dialog = (page: Page) => page.getByRole('dialog')
const screened = '/finder-hk?filter=percival_score:gte:60&filter=close:between:1:500'

test('on a phone a stock fills the screen with its chart and watchlists, and the back button returns (FND-05, 06)', async ({
  page,
}) => {
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
