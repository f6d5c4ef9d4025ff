import type { GamePlay } from '@finlist/contract/fintrainer'
import { expect, type Page, test } from '@playwright/test'
import { listen, signIn, signInToDemo } from '../accounts.ts'
import { noViolations } from '../shell/accessibility.ts'

const move = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const stat = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Signs in with the tutorial already seen. */
async function open(page: Page, name: string, scenario = '') {
  await page.addInitScript(() => localStorage.setItem('tutorialSeen', 'true'))
  await signIn(page, name, `/fintrainer${scenario && `?scenario=${scenario}`}`)
}

/** Runs `act`, which takes a step, and returns the server's response to that step. */
async function step(page: Page, act: () => Promise<void>): Promise<GamePlay> {
  const answer = page.waitForResponse(response => response.url().endsWith('/api/game/step'))
  await act()
  const { data } = (await (await answer).json()) as { data: GamePlay }
  return data
}

/** Makes a move with its key, once the pause after the previous move is over. */
const press = async (page: Page, name: string, key: string) => {
  await expect(move(page, name)).toBeEnabled()
  return step(page, () => page.keyboard.press(key))
}

test('a FinTrainer stock can be played by keyboard alone, from the tutorial to the next stock (GAME-01, 02, 03, 05, 08, 09, 10, 11, 17, 18, 19, 20, 21, 22, 25, 26, 44)', {
  tag: '@core',
}, async ({ page }) => {
  const calls = listen(page)
  await signIn(page, 'hk-yearly', '/fintrainer')
  const easy = page.getByRole('button', { name: /^Easy/ })
  await expect(easy).toBeEnabled()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  for (const name of ['All', 'Normal', 'Hard'])
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toContainText(/stocks? left/)
  await easy.focus()
  const first = await step(page, () => page.keyboard.press('Enter'))
  const tutorial = dialog(page, 'How to play')
  await expect(tutorial.getByRole('button', { name: 'Next' })).toBeFocused()
  for (const at of [1, 2, 3, 4, 5, 6, 7]) {
    await expect(tutorial.getByText(`Step ${at} of 7`)).toBeVisible()
    await page.keyboard.press(at < 7 ? 'ArrowRight' : 'Enter')
  }
  await expect(tutorial).toBeHidden()
  await page.reload()
  await expect(stat(page, 'Day')).toHaveText('1')
  await expect(tutorial).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(move(page, 'Buy')).toBeEnabled()
  await expect(move(page, 'Sell')).toBeDisabled()
  for (const name of ['Buy price', 'Return', 'All-time rank', 'Monthly rank'])
    await expect(stat(page, name)).toHaveText('–')
  await expect(stat(page, 'Total trades')).toHaveText('0')
  await expect(stat(page, 'Stocks left')).toHaveText(String(first.stats.remaining))
  await expect(
    page
      .getByRole('application', { name: /Hidden stock/ })
      .locator('canvas')
      .first(),
  ).toBeVisible()
  for (const key of ['D', 'W', 'B', 'S', 'N']) await expect(page.locator('kbd', { hasText: key })).toBeVisible()

  await press(page, 'Next Day', 'd')
  await expect(stat(page, 'Day')).toHaveText('2')
  const bought = await press(page, 'Buy', 'b')
  expect(bought.fill!.price).toBe(bought.bars.at(-1)!.open)
  await expect(stat(page, 'Day')).toHaveText('3')
  await expect(stat(page, 'Return')).toHaveText(/%$/)
  const chart = page.getByRole('application')
  await chart.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('status').filter({ hasText: /^Day 3: open .* Bought on/ })).toHaveCount(1)
  await expect(move(page, 'Sell')).toBeEnabled()
  await expect(move(page, 'Buy')).toBeDisabled()
  const later = await press(page, 'Next Week', 'w')
  await expect(stat(page, 'Day')).toHaveText(String(later.stats.day))
  expect(later.stats.day).toBeGreaterThan(4)
  const sold = await press(page, 'Sell', 's')
  expect(sold.fill).toMatchObject({ side: 'sell', price: sold.bars.at(-1)!.open })
  await expect(stat(page, 'Total trades')).toHaveText('1')
  await expect(stat(page, 'Buy price')).toHaveText('–')
  await expect(stat(page, 'All-time rank')).toHaveText('–')
  const saves = () => calls.filter(({ call }) => call === 'POST /game/save')
  await expect.poll(saves).toHaveLength(1)
  expect(saves()[0]!.body).toEqual(sold.trade)

  await press(page, 'Buy', 'b')
  await expect(move(page, 'Next stock')).toBeEnabled()
  await page.keyboard.press('n')
  const question = page.getByRole('alertdialog', { name: 'Go on to the next stock?' })
  await expect(question).toContainText('You still hold this stock')
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  // The game's keys have no effect while the dialog is open.
  await page.keyboard.press('d')
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Next stock' })).toBeFocused()
  const left = await step(page, () => page.keyboard.press('Enter'))
  expect(left.state).toBe('finished')
  await expect.poll(saves).toHaveLength(2)
  const summary = dialog(page, 'Stock finished')
  await expect(summary).toContainText(left.level.stockName)
  await expect(summary.getByRole('term').filter({ hasText: 'Trades' }).locator('xpath=..')).toContainText('2')
  await expect(summary).toContainText('Bought and held throughout')
  await expect(summary).toContainText('Not enough trades yet to tell.')
  await expect(summary.getByRole('button', { name: 'Next stock' })).toBeFocused()
  const next = await step(page, () => page.keyboard.press('Enter'))
  expect(next.level.stockCode).not.toBe(first.level.stockCode)
  await expect(stat(page, 'Stocks left')).toHaveText(String(first.stats.remaining - 1))
  await expect(stat(page, 'Day')).toHaveText('1')
})

test('the buttons are disabled for a second after each move, and an open position is sold at the last day’s close (GAME-23, 24, 30)', async ({
  page,
}) => {
  test.slow()
  await page.clock.install()
  await open(page, 'full-lists', 'easy')
  const names = ['Next Day', 'Next Week', 'Buy', 'Sell', 'Next stock']
  await press(page, 'Buy', 'b')
  await expect(move(page, 'Sell')).toBeEnabled()

  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 60_000)))
  await step(page, () => page.keyboard.press('d'))
  await expect(async () => {
    await page.clock.runFor(1)
    await expect(stat(page, 'Day')).toHaveText('3', { timeout: 500 })
  }).toPass()
  await page.clock.runFor(900)
  for (const name of names) await expect(move(page, name)).toBeDisabled()
  await page.clock.runFor(100)
  await expect(move(page, 'Next Day')).toBeEnabled()
  await page.clock.resume()

  // By its own clock, the server accepts one move per second.
  const nextWeek = async () => {
    await new Promise(done => setTimeout(done, 1_000))
    return await press(page, 'Next Week', 'w')
  }
  let last = await nextWeek()
  while (last.state !== 'finished') last = await nextWeek()
  expect(last.fill).toMatchObject({ side: 'sell', price: last.bars.at(-1)!.close })
  const summary = dialog(page, 'Stock finished')
  await expect(summary).toContainText(last.level.stockName)
  await summary.getByRole('button', { name: 'View the chart' }).click()
  await page.clock.fastForward(1_000)
  for (const name of names.slice(0, 4)) await expect(move(page, name)).toBeDisabled()
  await expect(move(page, 'Next stock')).toBeEnabled()
})

test('a move that is repeated on a bad connection counts only once, and a level resumes where the player left it (GAME-41)', async ({
  page,
}) => {
  await open(page, 'hk-monthly', 'normal')
  await expect(stat(page, 'Day')).toHaveText('1')
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  // The request is never sent.
  await page.route('**/api/game/step', route => route.abort(), { times: 1 })
  await page.keyboard.press('d')
  await expect(page.getByRole('alert')).toContainText('No connection')
  await again.click()
  await expect(stat(page, 'Day')).toHaveText('2')
  await expect(again).toBeHidden()
  // The request is sent, but its response is lost.
  await page.route('**/api/game/step', async route => {
    await route.fetch()
    await route.abort()
  }, { times: 1 }) // biome-ignore format: two arguments
  await expect(move(page, 'Buy')).toBeEnabled()
  await page.keyboard.press('b')
  await again.click()
  await expect(stat(page, 'Day')).toHaveText('3')

  // If saving a trade fails, no error is shown, and the trade is sent again when the next one is saved.
  const calls = listen(page)
  await page.route('**/api/game/save', route => route.abort(), { times: 1 })
  await press(page, 'Sell', 's')
  await expect(stat(page, 'Total trades')).toHaveText('1')
  await press(page, 'Buy', 'b')
  await press(page, 'Sell', 's')
  await expect(stat(page, 'Total trades')).toHaveText('2')
  const saved = () => calls.filter(({ call }) => call === 'POST /game/save')
  await expect.poll(() => saved().length).toBe(3)
  expect(saved()[0]!.body).toEqual(saved()[1]!.body)
  expect(saved()[2]!.body).not.toEqual(saved()[1]!.body)

  const day = await stat(page, 'Day').innerText()
  await page.goto('/fintrainer')
  await page.getByRole('button', { name: 'Continue: Normal' }).click()
  await expect(stat(page, 'Day')).toHaveText(day)
  await expect(stat(page, 'Total trades')).toHaveText('2')
  // The player leaves the stock, first for another scenario and then for FinList.
  await page.getByLabel('Scenario').selectOption('Hard')
  const change = page.getByRole('alertdialog', { name: 'Change the scenario to Hard?' })
  await change.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Scenario')).toHaveValue('normal')
  await page.getByLabel('Scenario').selectOption('Hard')
  await change.getByRole('button', { name: 'Change' }).click()
  await dialog(page, 'Stock finished').getByRole('button', { name: 'Next stock' }).click()
  await expect(page).toHaveURL('/fintrainer?scenario=hard')
  await expect(stat(page, 'Day')).toHaveText('1')
  await page.getByRole('button', { name: 'Back to FinList' }).click()
  const leave = page.getByRole('alertdialog', { name: 'Go back to FinList?' })
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/')
})

test('a user who has finished a scenario sees that it is finished, is on the leaderboard and can choose another scenario (GAME-04, 06, 14, 15, 16, 28, 29, 35, 42, 43)', async ({
  page,
}) => {
  const calls = listen(page)
  await page.addInitScript(() => localStorage.setItem('tutorialSeen', 'true'))
  await signInToDemo(page, 'friend', '/fintrainer')
  await expect(page.getByRole('button', { name: /^Easy/ })).toContainText('Finished')
  await page.getByRole('button', { name: 'Leaderboard' }).click()
  const board = dialog(page, 'Leaderboard')
  // A request is aborted when another choice is made before its response.
  const answered = () => expect(board.locator('[aria-busy=false]')).toBeVisible()
  for (const choice of ['Easy', 'This month', 'Average return', 'All-time']) {
    await answered()
    await board.getByText(choice, { exact: true }).click()
  }
  await answered()
  const own = board.getByRole('row').filter({ hasText: 'You' })
  await expect(own).toHaveCount(1)
  await expect(own).toContainText(/[+-]\d+\.\d\d/)
  const asked = calls.filter(({ call }) => call === 'GET /game/leaderboard').map(({ url }) => url.search)
  expect(new Set(asked)).toEqual(
    new Set([
      '?playlistId=0&isAllTime=true&sortByTotalReturn=true&direction=asc',
      '?playlistId=1&isAllTime=true&sortByTotalReturn=true&direction=asc',
      '?playlistId=1&isAllTime=false&sortByTotalReturn=true&direction=asc',
      '?playlistId=1&isAllTime=false&sortByTotalReturn=false&direction=asc',
      '?playlistId=1&isAllTime=true&sortByTotalReturn=false&direction=asc',
    ]),
  )
  await noViolations(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Easy/ }).click()
  const none = dialog(page, 'No more stocks')
  await expect(none).toContainText('finished this scenario')
  await noViolations(page)
  await none.getByLabel('Play another scenario').selectOption('Hard')
  const started = await step(page, () => none.getByRole('button', { name: 'Play' }).click())
  expect(started.level.playlistId).toBe(3)
  await expect(page).toHaveURL('/fintrainer?scenario=hard')
})

test('a user without a plan can play but not see the leaderboard; if no plan with the game is sold, none is offered (GAME-38, 39)', {
  tag: '@core',
}, async ({ page }) => {
  await open(page, 'free', 'easy')
  const locked = page.getByRole('link', { name: 'Subscribe to see your rank' })
  await expect(locked).toHaveAttribute('href', '/subscribe')
  await expect(page.getByText('All-time rank')).toHaveCount(0)
  await press(page, 'Next Day', 'd')
  await noViolations(page)
  await page.getByRole('button', { name: 'Leaderboard' }).click()
  await expect(dialog(page, 'Leaderboard')).toContainText('you need to subscribe to see this content')
  await noViolations(page)
  await page.keyboard.press('Escape')
  await page.route('**/api/tvchart/game/0', route =>
    route.fulfill({ status: 403, json: { status: 'Forbidden', errors: [{ message: 'Forbidden' }] } }),
  )
  await page.goto('/fintrainer')
  await expect(page.getByRole('alert')).toContainText('We cannot provide this information at the moment')
  await expect(page.getByRole('link', { name: 'Subscribe now' })).toHaveCount(0)
})
