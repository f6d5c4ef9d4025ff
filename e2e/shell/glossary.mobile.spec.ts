import { expect, test } from '@playwright/test'
import { becomesQuiet } from '../../tools/quiet.ts'
import { signIn } from '../accounts.ts'
import { sticksOut } from '../sticks-out.ts'

test('a tap on a word explains it, and a tap elsewhere dismisses the explanation', async ({ page }) => {
  await signIn(page, 'full-lists', '/watchlist')
  await becomesQuiet(page)
  const word = page.getByRole('main').getByRole('button', { name: /^Target/ })
  await word.tap()
  const explanation = page.getByRole('tooltip')
  await expect(explanation).toContainText('20–25% above the buy price')
  expect(await sticksOut(page)).toEqual([])
  await page.getByRole('main').getByText('Each distance is').tap()
  await expect(explanation).toHaveCount(0)
})
