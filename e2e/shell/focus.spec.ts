import { expect, type Page, test } from '@playwright/test'
import { signInByApi } from '../accounts.ts'
import { signInToOwn } from '../own-account.ts'

/** Presses the control with the keyboard. */
async function press(control: ReturnType<Page['getByRole']>) {
  await control.focus()
  await control.press('Enter')
}

/** The tag and text of the focused element, or an empty string if nothing has focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element && element !== document.body ? `${element.tagName} ${element.textContent?.trim()}` : ''
  })

test('by keyboard, focus is never lost while creating and deleting watchlists, opening a panel and choosing a Finder preset', async ({
  page,
  context,
}) => {
  await signInToOwn(context, 'hk-monthly')
  const dialog = page.getByRole('dialog')

  await test.step('the focus is kept while two watchlists are created and deleted', async () => {
    await page.goto('/watchlist')
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

  await test.step('the focus returns to the row of a panel that was opened after the skip link', async () => {
    await page.goto('/finlist-hk')
    const row = page.locator('tr[data-code]').first().getByRole('link')
    await expect(row).toBeVisible()
    await press(page.getByRole('link', { name: 'Skip to content' }))
    await expect(page.getByRole('main')).toBeFocused()
    await press(row)
    await expect(dialog.getByText('Sub-sector')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(row).toBeFocused()
  })

  await test.step('the focus is kept when a Finder preset is chosen', async () => {
    await page.goto('/finder-hk')
    await press(page.getByRole('button', { name: 'Leaders' }))
    await expect(page).toHaveURL(/[?&]filter=/)
    await expect(page.locator('tr[data-code]').first()).toBeVisible()
    await expect.poll(() => focused(page)).not.toBe('')
  })
})

test('the focus stays on a receipt’s button while its PDF loads (DASH-27)', async ({ page }) => {
  await signInByApi(page.request, 'hk-quarterly')
  await page.goto('/dashboard?tab=receipts')
  const pdf = page.getByRole('button', { name: /^PDF of receipt/ }).first()
  await expect(pdf).toBeVisible()
  const opened = page.context().waitForEvent('page')
  const asked = page.waitForResponse('**/invoices/*/pdf')
  await press(pdf)
  await opened
  await asked
  await page.bringToFront()
  await expect.poll(() => focused(page)).toMatch(/PDF/)
})
