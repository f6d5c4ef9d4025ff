import { expect, type Page, test } from '@playwright/test'
import { signInByApi } from './accounts.ts'
import { signInToOwn } from './own-account.ts'

/** Presses the control by the keyboard alone. */
async function press(control: ReturnType<Page['getByRole']>) {
  await control.focus()
  await control.press('Enter')
}

/** What watches over the focus comes once the page is still. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.waitForFunction(() => performance.getEntriesByName('quiet').length > 0)
  await page.waitForLoadState('networkidle')
}

/** What has the focus: the role or tag, and the words that name it. Empty where nothing has it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element && element !== document.body ? `${element.tagName} ${element.textContent?.trim()}` : ''
  })

test('by keyboard the focus is never lost: watchlists made and deleted', async ({ page, context }) => {
  await signInToOwn(context, 'hk-monthly')
  const dialog = page.getByRole('dialog')

  await test.step('a watchlist is made, another beside it, and both are deleted', async () => {
    await open(page, '/watchlist')
    for (const name of ['First', 'Second']) {
      await press(page.getByRole('main').getByRole('button', { name: 'Create a watchlist' }))
      await dialog.getByRole('textbox').fill(name)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('tab', { name })).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect.poll(() => focused(page)).not.toBe('')
    }
    for (const name of ['Second', 'First']) {
      await press(page.getByRole('button', { name: `Actions for “${name}”` }))
      await press(page.getByRole('menuitem', { name: 'Delete' }))
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
      await expect(page.getByRole('alertdialog')).toBeHidden()
      await expect(page.getByRole('tab', { name })).toHaveCount(0)
      await expect.poll(() => focused(page)).not.toBe('')
    }
  })
})

test('by keyboard the focus stays on a receipt whose PDF is asked for (DASH-27)', async ({ page }) => {
  await signInByApi(page.request, 'hk-quarterly')
  await open(page, '/dashboard?tab=receipts')
  const pdf = page.getByRole('button', { name: /^PDF of receipt/ }).first()
  await expect(pdf).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await press(pdf)
  const tab = await opened
  await tab.close()
  await page.bringToFront()
  await expect.poll(() => focused(page)).toMatch(/PDF/)
})
