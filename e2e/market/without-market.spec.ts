import { expect } from '@playwright/test'
import { signIn } from '../accounts.ts'
import { onOwnServer } from '../own-server.ts'

const test = onOwnServer({ SHAREHOLDING_FORBIDDEN_VIEW: 'error' })

test('without market data each screen says what is missing (EDU-06, 13, 27; GAME-40; SHC-08, 12; AMB-137)', async ({
  page,
}) => {
  await test.step('an empty list of videos says that more will follow, and the guide names no stock', async () => {
    await signIn(page, 'hk-yearly', '/education?tab=advanced')
    await expect(page.getByText('More videos coming soon!')).toBeVisible()
    await expect(page.getByText('Total videos: 0')).toBeVisible()
    const asked = page.waitForResponse('**/api/education/pattern-examples')
    await page.getByRole('tab', { name: 'Patterns' }).click()
    expect((await asked).status()).toBe(200)
    await expect(page.getByRole('img', { name: /^Drawing: / })).toHaveCount(4)
    await expect(page.getByRole('link', { name: /See one on a chart/ })).toHaveCount(0)
  })

  await test.step('a game without stocks and a leaderboard without names say that they are empty', async () => {
    await page.evaluate(() => localStorage.setItem('tutorialSeen', 'true'))
    await page.goto('/fintrainer')
    for (const name of ['All', 'Easy', 'Normal', 'Hard']) {
      const scenario = page.getByRole('button', { name: new RegExp(`^${name}`) })
      await expect(scenario).toContainText('No stocks yet')
      await expect(scenario).toBeDisabled()
    }
    await page.getByRole('button', { name: 'Leaderboard' }).click()
    await expect(page.getByRole('dialog', { name: 'Leaderboard' })).toContainText(
      "There's no one on the leaderboard yet!",
    )
  })

  await test.step('shareholding says that it has no data; if the operator shows Forbidden as an error, an error is shown', async () => {
    await page.goto('/top-shareholding-change')
    const main = page.getByRole('main')
    await expect(main).toContainText('No holdings yet.')
    await page.route(/\/api\/ccass\/?(\?|$)/, route =>
      route.fulfill({ status: 403, json: { status: 'Forbidden', errors: [{ message: 'no' }] } }),
    )
    await page.reload()
    await expect(main.getByRole('alert')).toContainText('We cannot provide this information')
    await expect(main.getByRole('link', { name: 'Subscribe now' })).toHaveCount(0)
  })
})
