import { expect, type Page } from '@playwright/test'

/** Chooses a tool in the sheet of all tools, as a user does. */
export async function takeTool(page: Page, name: string) {
  await page.getByRole('button', { name: 'All tools' }).click()
  const sheet = page.getByRole('dialog', { name: 'Drawing tools' })
  await sheet.getByRole('button', { name, exact: true }).first().click()
  await expect(sheet).toBeHidden()
  await inHand(page, name)
}

/** Waits until a tool can be used. Its code loads once it is chosen; until then, keys and touches move the chart. */
const inHand = (page: Page, name: string) =>
  expect(page.getByRole('paragraph').filter({ hasText: `${name}: ` })).toBeVisible()
