import { expect, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { listen, signIn } from './accounts.ts'
import { apart, chart, openChart, openSaved, ownName, saveAs, seen, spot, stock, studies } from './chart-page.ts'
import { addCompared, compared, percentOf } from './compare-page.ts'
import { inHand } from './drawing-page.ts'
import { themes } from './themes.ts'

test.beforeEach(({ context }) => apart(context))

test('by keyboard alone: two symbols are compared in percent from the first bar in view, told of, and removed', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  const before = await seen(page)
  await page.getByRole('button', { name: 'Compare' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Compare' })
  const field = dialog.getByRole('combobox', { name: 'Add a symbol' })
  for (const typed of ['HSI', 'US500']) {
    await field.focus()
    await page.keyboard.type(typed)
    await expect(dialog.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status').last()).toContainText(`${typed}`)
  }
  await field.focus()
  await page.keyboard.type('HSI')
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status').last()).toContainText('is compared already')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // The view is the same; the scale is percent, and every figure is that of the last bar against the first in view.
  await expect(compared(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: '% from the first bar in view' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('button', { name: 'Log' })).toBeDisabled()
  expect(await seen(page)).toMatchObject({ from: before.from, to: before.to })
  await page.getByRole('button', { name: 'Table' }).click()
  const rows = page.getByRole('region', { name: 'Table' }).getByRole('row')
  await expect(rows.first()).toContainText(/HSI.*, % since/)
  await expect.poll(() => percentOf(page, 'HKEX:HSI')).not.toBeNaN()
  const first = (
    await page
      .getByText(/^Since /)
      .first()
      .innerText()
  ).replace('Since ', '')
  const at = rows.filter({ has: page.getByRole('rowheader', { name: first }) })
  await expect(at).toContainText('0.0%')
  const closeOf = async (row: typeof at) => Number((await row.getByRole('cell').nth(3).innerText()).replaceAll(',', ''))
  const [start, end] = [await closeOf(at), await closeOf(rows.nth(1))]
  expect(await percentOf(page, `HKEX:${stock}`)).toBeCloseTo((end / start - 1) * 100, 1)

  // Walking the bars reads each symbol's change.
  await chart(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(
    page.getByRole('status').filter({ hasText: /Since .+, 0013 [+-]?[\d.]+%, HSI [+-]?[\d.]+%/ }),
  ).toBeAttached()

  await page.getByRole('button', { name: /^Remove HSI/ }).focus()
  await page.keyboard.press('Enter')
  await expect(compared(page)).toHaveCount(2)
  await page.getByRole('button', { name: /^Remove US500/ }).click()
  await expect(compared(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Log' })).toBeEnabled()
})

test('a wider view counts from its own first bar; by week and month alike', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await addCompared(page, 'HSI')
  const changes = new Set<number>()
  for (const [button, label] of [
    ['1y', /^Daily/],
    ['3m', /^Daily/],
    ['W', /^Weekly/],
    ['M', /^Monthly/],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(chart(page)).toHaveAccessibleName(label)
    await expect
      .poll(async () => {
        const now = await percentOf(page, 'HKEX:HSI')
        if (Number.isNaN(now) || changes.has(now)) return false
        changes.add(now)
        return true
      })
      .toBe(true)
  }
})

test('four at most; a chart saved with them opens with them, their colours and the indexed scale', async ({ page }) => {
  const calls = listen(page)
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare' })
  const added = ['HKEX:HSI', 'US:US500', 'JP:N225', 'HKEX:0509']
  for (const [at, typed] of added.map(it => it.split(':')[1]!).entries()) {
    await dialog.getByRole('combobox').fill(typed)
    await dialog.getByRole('option', { name: typed }).first().click()
    await expect(dialog.getByRole('listitem')).toHaveCount(at + 1)
  }
  await expect(dialog.getByText('That is as many as fit')).toBeVisible()
  await expect(dialog.getByRole('combobox')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '100 at the first bar in view' }).click()
  await expect(compared(page)).toHaveCount(5)
  const name = ownName('Compared')
  await saveAs(page, name)
  const { content } = calls.find(({ call }) => call === 'POST /tvchart/storage/charts')!.body as { content: string }
  const { compared: saved } = JSON.parse(content) as { compared: { symbol: string; colour: string }[] }
  expect(saved.map(({ symbol }) => symbol)).toEqual(added)
  expect(new Set(saved.map(({ colour }) => colour)).size).toBe(4)
  await openChart(page)
  await page.getByRole('button', { name: /^Remove HSI/ }).click()
  await openSaved(page, name)
  await expect(compared(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: '100 at the first bar in view' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // The chart's own symbol is not compared with itself, and comes back when the chart shows another.
  await openChart(page, 'HKEX:HSI')
  await expect(compared(page)).toHaveCount(4)
})

test('a symbol that may not be shown says why, and the others stay', async ({ page, context }) => {
  const reason = 'These prices may not be shown.'
  await context.route(/tvchart\/history\?.*symbol=US%3AUS500/, route =>
    route.fulfill({ status: 403, json: { status: 'Forbidden', errors: [{ message: reason, type: 'source-use' }] } }),
  )
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await addCompared(page, 'US500')
  await addCompared(page, 'HSI')
  await expect(compared(page).filter({ hasText: 'US500' })).toContainText(reason)
  await expect.poll(() => percentOf(page, 'HKEX:HSI')).not.toBeNaN()
})

test('drawings and averages keep their prices on a relative scale', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'Fit' }).click()
  await page.getByRole('button', { name: 'Horizontal line', exact: true }).click()
  await inHand(page, 'Horizontal line')
  const { x, y } = await spot(page, 0.6, 0.5)
  await page.mouse.click(x, y)
  const drawing = page.getByRole('listitem').getByRole('button', { name: /^Horizontal line: / })
  const price = async () => /at ([\d.,]+)$/.exec(await drawing.innerText())![1]
  await page.getByText('1 drawing', { exact: true }).click()
  await expect(drawing).toHaveCount(1)
  const drawnAt = await price()
  const before = await seen(page)
  await page.getByRole('button', { name: '% from the first bar in view' }).click()
  // The same prices are in view, and the average stays where it was among them.
  await expect
    .poll(async () => {
      const now = await seen(page)
      return [now.low / before.low, now.high / before.high].map(ratio => Math.abs(ratio - 1) < 0.02)
    })
    .toEqual([true, true])
  expect(await price()).toBe(drawnAt)
  await addCompared(page, 'HSI')
  expect(await price()).toBe(drawnAt)
  await expect(studies(page).first()).toContainText('MA 50')
})

for (const { language, theme } of themes)
  test(`nothing is against the rules of accessibility while comparing (${language}, ${theme})`, async ({ page }) => {
    await page.addInitScript(
      ([spoken, chosen]) => {
        localStorage.setItem('language', spoken)
        localStorage.setItem('theme', chosen)
      },
      [language, theme] as const,
    )
    await signIn(page, 'hk-yearly', `/interactive-chart?symbol=HKEX:${stock}`)
    await addCompared(page, 'HSI')
    await expect.poll(() => percentOf(page, 'HKEX:HSI')).not.toBeNaN()
    await noViolations(page)
    await page.locator('button[aria-haspopup=dialog]', { hasText: /Compare|比較/ }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
    await noViolations(page)
  })
