import { expect, type Page } from '@playwright/test'
import { chart } from '../chart/chart-page.ts'
import { stepOn } from '../chart/replay-page.ts'

/* The actions of a user who works with the chart for an hour, on a desktop or on a phone. */

/** Adds a study by its name, and closes the dialog. */
export async function addStudy(page: Page, name: string) {
  await page.getByRole('button', { name: 'Studies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Studies' })
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText(`${name} added`)
  await dialog.getByRole('button', { name: `Style of ${name}` }).click()
  const style = dialog.getByRole('region', { name: `Style of ${name}` })
  await style.getByText('Dashed', { exact: true }).click()
  await expect(style.getByRole('radio', { name: 'Dashed' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** Sets an alert at the only line in the list of drawings. The list must already be open. */
export async function alertAtLine(page: Page) {
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /^Set an alert at / })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Set an alert/ })
  const value = dialog.getByRole('spinbutton')
  expect(Number(await value.inputValue())).toBeGreaterThan(0)
  // The account may still have an alert at that price from an earlier run.
  await dialog.getByLabel('Alert type').selectOption('price-above')
  await value.fill((1_000 + Math.random() * 8_000).toFixed(2))
  await dialog.getByRole('button', { name: 'Set the alert' }).click()
  await expect(dialog.getByRole('status')).toContainText(/^Set\. /)
  await dialog.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Replays two bars from a past day, and returns to today. */
export async function replayTwo(page: Page, from: string) {
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByRole('form').getByLabel('Replay from').fill(from)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText(/^Today is /)).toBeVisible()
  await stepOn(page)
  await stepOn(page)
  await page.getByRole('button', { name: 'Back to today' }).click()
  await expect(page.getByText(/^Prices as at /)).toBeVisible()
  await expect(chart(page).locator('canvas').first()).toBeVisible()
}

/** Chooses a menu entry of the chart that saves a file; returns the file's name. */
export async function taken(page: Page, item: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return download.suggestedFilename()
}
