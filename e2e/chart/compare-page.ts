import { expect, type Page } from '@playwright/test'

/** The legend's entries: the chart's own symbol, followed by the compared symbols. */
export const compared = (page: Page) => page.locator('[data-compared]')

/** The percent change that the legend shows for a symbol; NaN if it shows none. */
export async function percentOf(page: Page, symbol: string): Promise<number> {
  const text = await page.locator(`[data-compared="${symbol}"]`).innerText()
  return Number(/([+-]?[\d,.]+)%/.exec(text)?.[1]?.replaceAll(',', '') ?? 'none')
}

/** Adds a symbol to the comparison through the dialog, as a user does. */
export async function addCompared(page: Page, typed: string) {
  const before = await compared(page).count()
  await page.locator('button[aria-haspopup=dialog]', { hasText: /Compare|比較/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill(typed)
  await dialog.getByRole('option', { name: typed }).first().click()
  await expect(dialog.getByRole('listitem')).toHaveCount(Math.max(before, 1))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}
