import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { signIn } from './accounts.ts'
import { apart, chart, inView, openChart, seen, settled, stock, studies } from './chart-page.ts'
import { inEachTheme } from './themes.ts'

test.beforeEach(({ context }) => apart(context))

const title = (page: Page) => page.getByRole('combobox', { name: 'Symbol' })
const beside = (page: Page) => page.getByRole('complementary', { name: 'List beside the chart' })
const menu = (page: Page) => page.getByRole('menu', { name: 'At this price' })
async function openMenu(page: Page, down = 0.2) {
  const box = (await chart(page).boundingBox())!
  const at = [box.x + box.width / 2, box.y + box.height * down] as const
  await page.mouse.move(...at)
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible()
  await page.mouse.click(...at, { button: 'right' })
  await expect(menu(page)).toBeVisible()
}
const year = (day: string) => new Date(day).getFullYear()

test('a code typed anywhere changes the symbol, within 300 ms of a known one', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, 'HKEX:0372')
  await openChart(page, `HKEX:${stock}`)
  await chart(page).focus()
  await page.keyboard.type('372')
  await expect(title(page)).toBeFocused()
  await expect(page.getByRole('option').first()).toContainText('0372')
  await page.keyboard.press('Enter')
  await expect(chart(page)).toHaveAccessibleName(/0372/)

  // Both charts have been seen: from Enter to the bars.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Table', exact: true }).focus()
  await page.keyboard.type(stock)
  await expect(page.getByRole('option').first()).toContainText(stock)
  const spent = await page.evaluate(async code => {
    const from = performance.now()
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    )
    while (!document.querySelector('[role=application]')?.getAttribute('aria-label')?.includes(code))
      await new Promise(requestAnimationFrame)
    return performance.now() - from
  }, stock)
  console.log(`the bars of a known symbol after ${Math.round(spent)} ms`)
})

test('a menu at a price, by mouse and by key: a line, the price, what else there is', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await openMenu(page)
  await noViolations(page)
  const copy = menu(page).getByRole('menuitem', { name: /^Copy / })
  const price = (await copy.innerText()).replace('Copy ', '').replaceAll(',', '')
  await copy.click()
  expect(Number(await page.evaluate(() => navigator.clipboard.readText()))).toBeCloseTo(Number(price), 1)
  await openMenu(page)
  await menu(page)
    .getByRole('menuitem', { name: /^Draw a line at / })
    .click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await expect(page.getByText(/Horizontal line: .+ at /)).toBeAttached()

  await chart(page).focus()
  await page.keyboard.press('Shift+F10')
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chart(page)).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Find a symbol')
  await noViolations(page)
  await page.keyboard.press('Escape')
})

test('to a date, since the year began, and all there is', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'Go to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Go to a date' })
  await dialog.getByRole('button', { name: 'Go' }).click()
  await expect(dialog).toContainText('Enter a date up to the newest bar’s.')
  const asked = `${new Date().getFullYear() - 2}-05-20`
  await dialog.getByLabel('Date, or first day').fill(asked)
  await dialog.getByLabel('Last day').fill(`${new Date().getFullYear() - 2}-03-01`)
  await dialog.getByRole('button', { name: 'Go' }).click()
  await expect(dialog).toContainText('The last day comes before the first.')
  await dialog.getByLabel('Last day').fill(`${new Date().getFullYear() - 2}-08-20`)
  await noViolations(page)
  await dialog.getByRole('button', { name: 'Go' }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () => Math.abs(Date.parse((await seen(page)).from) - Date.parse(asked)) / 86_400_000)
    .toBeLessThan(8)

  await page.getByRole('button', { name: 'YTD', exact: true }).click()
  await expect.poll(async () => new Date((await seen(page)).from).getMonth()).toBe(0)
  const { from } = await seen(page)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.poll(async () => year((await seen(page)).from)).toBeLessThan(year(from))
  await page.keyboard.press('Alt+r')
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('a link opens the same symbol, interval and days', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await expect(chart(page)).toHaveAccessibleName(/^Weekly/)
  const opened = await settled(page)
  await chart(page).focus()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  const was = await settled(page)
  expect(was.days).toBeLessThan(opened.days)
  // The code that makes the link comes only when the chart shows something else already.
  const isElsewhere = Promise.withResolvers<void>()
  await page.route('**/assets/take-out-*.js', async route => {
    await isElsewhere.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy the link to this view' }).click()
  await page.getByRole('button', { name: 'D', exact: true }).click()
  await expect(chart(page)).toHaveAccessibleName(/^Daily/)
  isElsewhere.resolve()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('interval=1W')
  await page.goto(await copied())
  await expect(chart(page)).toHaveAccessibleName(/^Weekly/)
  const weeks = (day: string, other: string) => Math.abs(Date.parse(day) - Date.parse(other)) / 604_800_000
  await expect.poll(async () => weeks((await seen(page)).from, was.from)).toBeLessThan(4)
  expect(weeks((await seen(page)).to, was.to)).toBeLessThan(4)

  await page.goto(`/interactive-chart?symbol=HKEX:${stock}&interval=7H&from=yesterday&to=0`)
  await expect(chart(page)).toHaveAccessibleName(new RegExp(stock))
})

test('a list beside the chart is walked by arrow keys; full screen', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'List beside the chart' }).click()
  await expect(beside(page).getByRole('listitem').first()).toBeVisible()
  await expect(beside(page).getByRole('combobox')).toContainText('FinList Hong Kong')
  const codes = await beside(page).locator('b').allInnerTexts()
  await beside(page)
    .getByRole('button', { name: new RegExp(codes[1]!) })
    .click()
  await expect(chart(page)).toHaveAccessibleName(new RegExp(codes[1]!))
  await page.keyboard.press('ArrowDown')
  await expect(chart(page)).toHaveAccessibleName(new RegExp(codes[2]!))
  await expect(beside(page).locator('[aria-current]')).toContainText(codes[2]!)
  await page.keyboard.press('ArrowUp')
  await expect(chart(page)).toHaveAccessibleName(new RegExp(codes[1]!))
  await noViolations(page)

  await page.keyboard.press('Shift+F')
  await expect(page.getByRole('button', { name: 'Full screen' })).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(async () => (await chart(page).boundingBox())!.height)
    .toBeGreaterThan(page.viewportSize()!.height * 0.6)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('button', { name: 'Full screen' })).toHaveAttribute('aria-pressed', 'false')
  await expect(studies(page)).toHaveCount(3)

  await page.reload()
  await expect(beside(page).locator('[aria-current]')).toContainText(codes[1]!)
  await beside(page).getByRole('button', { name: 'Put the list away' }).click()
  await expect(beside(page)).toBeHidden()
})

test('the whole screen holds the chart, its legend of many lines and what stands under it', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'Studies', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Studies' })
  const many = ['Bollinger bands', 'Keltner channels', 'Donchian channels', 'Exponential moving average']
  for (const name of [...many, 'Weighted moving average', 'MACD', 'Stochastic', 'ADX', 'Average true range']) {
    await dialog.getByRole('button', { name, exact: true }).click()
    await expect(dialog.getByRole('status')).toHaveText(`${name} added`)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('button', { name: 'Full screen' })).toHaveAttribute('aria-pressed', 'true')
  const under = page.getByRole('button', { name: 'Full screen' })
  await expect
    .poll(async () => {
      const { y, height } = (await under.boundingBox())!
      return y + height
    })
    .toBeLessThanOrEqual(page.viewportSize()!.height)
  expect((await chart(page).boundingBox())!.height).toBeGreaterThan(page.viewportSize()!.height / 2)
})

test('charts side by side: each its symbol, moving together as chosen, and there again', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('combobox', { name: 'Charts side by side' }).selectOption('2')
  const second = page.getByRole('region', { name: 'Chart 2' })
  await expect(second.getByRole('application').locator('canvas').first()).toBeVisible()
  await second.getByRole('combobox', { name: 'Symbol' }).click()
  await second.getByRole('combobox', { name: 'Symbol' }).fill('372')
  await second.getByRole('option').first().click()
  await expect(second.getByRole('application')).toHaveAccessibleName(/0372/)
  await expect(page.getByRole('application').first()).toHaveAccessibleName(new RegExp(stock))

  const views = inView(page)
  await expect(views).toHaveCount(2)
  await page.getByRole('application').first().focus()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  const days = async (at: number) => (await views.nth(at).innerText()).replace(/, prices.*/, '')
  await expect.poll(async () => (await days(1)) === (await days(0))).toBe(true)
  await page.getByRole('group', { name: 'Together' }).getByRole('button', { name: 'Range' }).click()
  await page.getByRole('application').first().focus()
  await page.keyboard.press('+')
  await expect.poll(async () => (await days(1)) === (await days(0))).toBe(false)
  await page.getByRole('group', { name: 'Together' }).getByRole('button', { name: 'Interval' }).click()
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await expect(second.getByRole('application')).toHaveAccessibleName(/^Weekly.*0372/)
  await noViolations(page)

  await page.reload()
  await expect(second.getByRole('application')).toHaveAccessibleName(/^Weekly.*0372/)
  await second.getByRole('button', { name: 'Show it in the first chart' }).click()
  await expect(page.getByRole('application').first()).toHaveAccessibleName(/0372/)
  await page.getByRole('combobox', { name: 'Charts side by side' }).selectOption('4')
  await expect(page.getByRole('application')).toHaveCount(4)
  await page.screenshot({ path: 'test-results/around-four.png' })
})

inEachTheme(language => {
  test('the list beside, the menu and the keys have no accessibility fault', async ({ page }) => {
    const words = { en: ['List beside the chart', 'Keys'], zh: ['圖表旁的列表', '快捷鍵'] }[language]
    await signIn(page, 'hk-yearly', '/interactive-chart')
    await page.goto(`/interactive-chart?symbol=HKEX:${stock}`)
    await page.getByRole('button', { name: words[0]! }).click()
    await expect(page.getByRole('complementary').getByRole('listitem').first()).toBeVisible()
    await noViolations(page)
    const box = (await chart(page).boundingBox())!
    await page.mouse.click(box.x + box.width / 3, box.y + box.height * 0.2, { button: 'right' })
    await expect(page.getByRole('menu')).toBeVisible()
    await page.screenshot({ path: `test-results/around-${language}.png` })
    await noViolations(page)
    await page.getByRole('menuitem', { name: words[1]! }).click()
    await expect(page.getByRole('dialog', { name: words[1]! })).toBeVisible()
    await noViolations(page)
    await page.screenshot({ path: `test-results/around-keys-${language}.png` })
  })
})
