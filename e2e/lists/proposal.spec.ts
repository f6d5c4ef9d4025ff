import type { FinListStock } from '@finlist/contract/finlist'
import { expect, type Page } from '@playwright/test'
import { alert, signIn } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { loadPrices } from '../load-prices.ts'
import { onOwnServer } from '../own-server.ts'
import { noViolations } from '../shell/accessibility.ts'
import { openDesk } from '../staff.ts'

const test = onOwnServer()

const reason = 'Trading in it has been halted since Thursday.'

test('staff propose the week’s list, remove a stock and add a note, each with a reason, and publish the list; a subscriber reads it, and a free user is notified', {
  tag: '@core',
}, async ({ page, browser }) => {
  await signIn(page, 'staff', '/admin/picking?market=US')
  await expect(page.getByRole('region', { name: 'No proposal' })).toContainText('No prices of that day are loaded yet')
  const desk = await openDesk(page)
  await loadPrices(desk)
  await desk.leave()

  await page.getByRole('button', { name: 'Make it now' }).click()
  const rows = page.getByRole('table').locator('tr[data-code]')
  await expect(rows.nth(1)).toBeVisible()
  const codes = await rows.evaluateAll(found => found.map(row => row.getAttribute('data-code')!))
  const [first, second] = codes as [string, string]

  await edit(page, first, 'Take out')
  await expect(page.getByRole('list', { name: `Edits of ${first}` })).toContainText(`Taken out: ${reason}`)
  await edit(page, second, 'Add a note', () => page.getByLabel('Note', { exact: true }).fill('It reports on Tuesday.'))
  await expect(page.getByRole('list', { name: `Edits of ${second}` })).toContainText('Demo Staff')
  await page.getByRole('button', { name: 'Undo: Note' }).click()
  await expect(page.getByRole('list', { name: `Edits of ${second}` })).toBeHidden()
  await noViolations(page)

  await page.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('alertdialog', { name: /^Publish the list of/ })
  await expect(question).toContainText(`New ${codes.length - 1} · Taken out 1`)
  await question.getByRole('button', { name: 'Publish' }).click()
  expect(await alert(page)).toBe('The list is published.')
  await expect(page.getByText(/^Published by Demo Staff on /)).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Edit|Undo|Add|Publish)/ })).toHaveCount(0)

  const subscriber = await (await browser.newContext()).newPage()
  await signIn(subscriber, 'us-yearly', '/finlist-us')
  const listed = subscriber.getByRole('table').locator('tr[data-code]')
  await expect(listed).toHaveCount(codes.length - 1)
  const read = await listed.evaluateAll(found => found.map(row => row.getAttribute('data-code')!))
  expect(read.toSorted()).toEqual(codes.slice(1).toSorted())

  const free = await (await browser.newContext()).newPage()
  await signIn(free, 'free', '/finlist-us')
  await expect(free.getByText(`lists ${codes.length - 1} stocks`)).toBeVisible()
  await expect(free.getByRole('main').getByRole('link', { name: 'Subscribe now' })).toBeVisible()
  const open = await asPerson<{ stockList: FinListStock[] }>(free, '/free/finlist/US')
  expect(open.stockList).toHaveLength(1)
})

/** Edits a pick, giving the reason. */
async function edit(page: Page, code: string, kind: string, fill?: () => Promise<void>) {
  await page.getByRole('button', { name: `Edit ${code}` }).click()
  await page.getByRole('menuitem', { name: kind }).click()
  const dialog = page.getByRole('dialog', { name: kind })
  await fill?.()
  await dialog.getByLabel('Reason').fill(reason)
  await expect(dialog).toContainText(`${reason.length} of 500 characters`)
  await dialog.locator('button[type=submit]').click()
  await expect(dialog).toBeHidden()
}
