import { expect, test } from '@playwright/test'
import { signInAs } from '../accounts.ts'
import { apart, chart, openChart, seen, settled, stock } from './chart-page.ts'
import { compared, percentOf } from './compare-page.ts'

test.beforeEach(({ context }) => apart(context))

test('by keyboard alone, two symbols are compared in percent and removed, and screen readers announce their changes', {
  tag: '@core',
}, async ({ page }) => {
  await signInAs(page, 'hk-yearly')
  await openChart(page, `HKEX:${stock}`)
  const before = await settled(page)
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
  await expect(dialog.getByRole('status').last()).toContainText('is already in the comparison')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // The visible range stays the same, but the scale is now in percent, and every figure compares the last visible bar
  // with the first.
  await expect(compared(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: '% from the first bar in view' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('button', { name: 'Log' })).toBeDisabled()
  await expect.poll(() => seen(page)).toMatchObject({ from: before.from, to: before.to })
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
  const at = rows.filter({ has: page.getByRole('rowheader', { name: first, exact: true }) })
  await expect(at).toContainText('0.0%')
  const closeOf = async (row: typeof at) => Number((await row.getByRole('cell').nth(3).innerText()).replaceAll(',', ''))
  const [start, end] = [await closeOf(at), await closeOf(rows.nth(1))]
  expect(await percentOf(page, `HKEX:${stock}`)).toBeCloseTo((end / start - 1) * 100, 1)

  // Moving from bar to bar announces each symbol's change.
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
