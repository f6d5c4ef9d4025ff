import { expect, type Page } from '@playwright/test'
import { signIn } from '../accounts.ts'
import { loadPrices, uploadBars } from '../load-prices.ts'
import { onOwnServer } from '../own-server.ts'
import { noViolations } from '../shell/accessibility.ts'
import { openDesk } from '../staff.ts'

const test = onOwnServer()

const codesOf = (page: Page) =>
  page
    .getByRole('table')
    .locator('tr[data-code]')
    .evaluateAll(found => found.map(row => row.getAttribute('data-code')!))
const leftOut = (page: Page) => page.getByRole('list', { name: /stocks? left out$/ })
const decide = (page: Page, named: RegExp) => page.getByRole('button', { name: named }).click()

test('staff decide about three price moves that look like unrecorded consolidations, and each decision changes the list', async ({
  page,
}) => {
  await signIn(page, 'staff', '/admin/picking?market=US')
  const desk = await openDesk(page)
  const bars = await loadPrices(desk)
  await page.getByRole('button', { name: 'Make it now' }).click()
  await expect(page.getByRole('table').locator('tr[data-code]').nth(1)).toBeVisible()
  const [recorded, confirmed, undone] = (await codesOf(page)) as [string, string, string]
  const three = [recorded, confirmed, undone]

  const fourfold = three.map(code => {
    const later = bars.get(code)!.slice(-60)
    return [
      code,
      later.map(({ date, open, high, low, close, volume }) => ({
        date,
        open: open * 4,
        high: high * 4,
        low: low * 4,
        close: close * 4,
        volume: Math.round(volume / 4),
      })),
    ] as const
  })
  await uploadBars(desk, new Map(fourfold))
  await desk.leave()
  const again = async () => {
    await page.goto('/admin/picking?market=US')
    await page.getByRole('button', { name: 'Make it again' }).click()
    await expect(page.getByRole('button', { name: 'Make it again' })).toBeEnabled()
  }

  await test.step('the list leaves them out and names them', async () => {
    await again()
    await expect(leftOut(page).getByRole('listitem')).toHaveCount(3)
    for (const code of three) await expect(leftOut(page)).toContainText(code)
    expect((await codesOf(page)).filter(code => three.includes(code))).toEqual([])
    await noViolations(page)
  })

  await test.step('each doubt is shown with its evidence; one is recorded, one confirmed, and one decision undone', async () => {
    await page.goto('/admin/data?market=US')
    await expect(page.getByText('Probably 1 for 4')).toHaveCount(3)
    await expect(page.getByText(/^Typical volume /)).toHaveCount(3)
    await decide(page, new RegExp(`^Record as 1 for 4: ${recorded} `))
    await expect(page.getByText('Probably 1 for 4')).toHaveCount(2)
    await decide(page, new RegExp(`^Confirm: ${confirmed} `))
    await expect(page.getByText('Probably 1 for 4')).toHaveCount(1)
    await decide(page, new RegExp(`^Confirm: ${undone} `))
    const decisions = page.getByRole('list', { name: 'Your team’s decisions' })
    await expect(decisions.getByRole('listitem')).toHaveCount(3)
    await noViolations(page)
    await decide(page, new RegExp(`^Undo: ${undone} `))
    await expect(decisions.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByText('Probably 1 for 4')).toHaveCount(1)
  })

  await test.step('the list has the recorded stock again, and leaves out only the undecided one', async () => {
    await again()
    await expect(leftOut(page).getByRole('listitem')).toHaveCount(1)
    await expect(leftOut(page)).toContainText(undone)
    const codes = await codesOf(page)
    expect(codes).toContain(recorded)
    expect(codes).not.toContain(undone)
  })
})
