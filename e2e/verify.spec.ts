import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { signInByApi } from './accounts.ts'

const check = (page: Page) => page.getByRole('button', { name: 'Check the record' }).click()
const sound = (page: Page) => page.getByText(/^[\d,]+ entries, and no fault/)
const isOfVerify = /\/assets\/(VerifyScreen|check\.worker|again\.worker)-/

test('somebody without an account checks the whole record, keeps its head and finds that it goes on from it', async ({
  page,
}) => {
  await page.goto('/verify')
  await check(page)
  await expect(sound(page)).toBeVisible()
  await expect(page.getByText('The checkpoint that the server signs is of this record.')).toBeVisible()
  await expect(page.getByText(/^The bodies of \d+ entries are not told yet/)).toBeVisible()
  const line = await page.locator('code').innerText()
  expect(line).toMatch(/^\S+\/finlist-record \d+ [0-9a-f]{64}$/)
  await noViolations(page)

  await page.getByLabel('A head that you hold, if any').fill(line)
  await check(page)
  await expect(page.getByText('It goes on from the head that you hold.')).toBeVisible()
  await page.getByLabel('A head that you hold, if any').fill(line.replace(/[0-9a-f]{64}$/, 'ab'.repeat(32)))
  await check(page)
  await expect(page.getByText('A fork: two records differ from here on.')).toBeVisible()
})

test('a byte that is changed on the way is named', async ({ page }) => {
  await page.route('**/record.ndjson*', async route => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({
      response,
      body: text.replace('"kind":"issue","market":"US"', '"kind":"issue","market":"JP"'),
    })
  })
  await page.goto('/verify')
  await check(page)
  await expect(page.getByText(/^One fault in/)).toBeVisible()
  await expect(page.getByText('Changed: the line is not the one that was hashed.')).toBeVisible()
})

test('a subscriber makes a list of the method again in the browser, to the byte; who has no plan of the market is told', async ({
  page,
}) => {
  await signInByApi(page.request, 'hk-yearly')
  await page.goto('/verify')
  await check(page)
  await expect(sound(page)).toBeVisible()
  // Another story may have loaded a list of its own since; the demo's come at 18:00.
  const issue = page.getByLabel('Issue', { exact: true })
  await issue.selectOption(await issue.locator('option', { hasText: ', 18:00' }).first().getAttribute('value'))
  await page.getByRole('button', { name: 'Make it again from our prices' }).click()
  await expect(page.getByText(/^Made again from [\d,]+ stocks: the same to the byte\.$/)).toBeVisible({
    timeout: 60_000,
  })
  await page.getByLabel('Market').selectOption({ label: 'US' })
  await page.getByRole('button', { name: 'Make it again from our prices' }).click()
  await expect(
    page.getByText('The list and our prices are for who has a plan of this market.', { exact: false }),
  ).toBeVisible()
})

test('its script is 12 kB at most, and nobody else loads it', async ({ page }) => {
  const sizes = new Map<string, number>()
  page.on('response', async response => {
    const [name] = isOfVerify.exec(response.url()) ?? []
    if (name) sizes.set(name, gzipSync(await response.body()).length)
  })
  await page.goto('/method')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect([...sizes]).toEqual([])
  await page.goto('/verify')
  await check(page)
  await expect(sound(page)).toBeVisible()
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  expect(all).toBeGreaterThan(4_000)
  expect(all).toBeLessThanOrEqual(12_000)
})
