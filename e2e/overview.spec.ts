import { expect, type Page, test } from '@playwright/test'
import { signIn } from './people.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('staff see how the house stands: jobs, data by market, mail, events and the server, on a phone as well', async ({
  page,
}) => {
  await signIn(page, 'staff', '/education')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Overview' }).click()
  await expect(page).toHaveURL('/admin/overview')
  await expect(page.getByText(/^As at \d+ \w+ 20\d\d.*Hong Kong time$/)).toBeVisible()

  const jobs = part(page, 'Jobs')
  const purge = jobs.getByRole('row').filter({ hasText: 'Deleting what is past its time' })
  await expect(purge).toContainText(/Waiting\d+ \w+ 20\d\d, \d\d:\d\d\d+\.\d/)
  const prices = part(page, 'Data').getByRole('table', { name: 'Prices' })
  for (const market of ['Hong Kong', 'US', 'Japan', 'China A-shares', 'Taiwan'])
    await expect(prices.getByRole('row', { name: market })).toContainText(/\d+ \w+ 20\d\d/)
  await expect(part(page, 'Mail')).toContainText('Kept in the outbox')
  await expect(part(page, 'Events of the card company')).toContainText(/Last received\d+ \w+ 20\d\d/)
  await expect(part(page, 'Server')).toContainText(/PostgreSQL\d+/)
  await expect(part(page, 'Server')).toContainText('Heard')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(jobs.getByRole('listitem').filter({ hasText: 'Deleting what is past its time' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
