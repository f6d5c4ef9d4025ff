import { expect, type Page, test } from '@playwright/test'
import { listen, noViolations, signIn } from './people.ts'

const today = async (page: Page) => {
  const text = await page.getByText(/^Today is/).innerText()
  return Date.parse(/Today is (\d+ \w+ \d{4})/.exec(text)![1]!)
}
const dayMs = 86_400_000
const chart = (page: Page) => page.getByRole('application')

async function openSimulator(page: Page, name = 'hk-yearly') {
  await signIn(page, name, '/practice/simulator')
  await expect(chart(page).locator('canvas').first()).toBeVisible()
}

test('a practice stock is played on by day and by week, by button and by key (SIM-01, 03, 04)', async ({ page }) => {
  const calls = listen(page)
  await openSimulator(page, 'free')
  const info = calls.find(({ call }) => call === 'GET /tvchart/simulator-info')!
  expect(info.url.searchParams.get('symbol')).toBe('PRAC:P001')
  const [day, week] = ['Next Day', 'Next Week'].map(name => page.getByRole('button', { name }))
  const start = await today(page)
  await day!.click()
  await expect.poll(() => today(page)).toBeGreaterThan(start)
  const second = await today(page)
  expect(second - start).toBeLessThanOrEqual(10 * dayMs)
  await week!.click()
  await expect.poll(() => today(page)).toBeGreaterThan(second)
  const third = await today(page)
  expect(new Date(third).getDay()).toBeGreaterThan(2)
  await page.keyboard.press('d')
  await expect.poll(() => today(page)).toBeGreaterThan(third)
  const fourth = await today(page)
  await page.keyboard.press('w')
  await expect.poll(() => today(page)).toBeGreaterThan(fourth)
  await expect(page.getByText('Keys: D next day, W next week')).toBeVisible()
  const feed = calls.filter(({ call }) => /^GET \/tvchart\/(history|search|symbols)/.test(call))
  expect(feed.length).toBeGreaterThan(3)
  for (const { url } of feed) expect(url.searchParams.get('isSimulator'), url.href).toBe('true')
  await page.getByRole('button', { name: 'Begin again' }).click()
  await expect.poll(() => today(page)).toBe(start)
})

test('what is to come is not shown, and each step asks for what is later (SIM-04)', async ({ page }) => {
  const calls = listen(page)
  await openSimulator(page)
  const start = await today(page)
  const [first] = calls.filter(({ call }) => call === 'GET /tvchart/history')
  expect(Number(first!.url.searchParams.get('to')) * 1_000 - start).toBeLessThanOrEqual(10 * dayMs)
  await chart(page).focus()
  await page.keyboard.press('End')
  const said = page.getByRole('status').filter({ hasText: /open .*, high / })
  expect(Date.parse(/^(.+?):/.exec(await said.innerText())![1]!)).toBe(start)
  const asked = () =>
    calls.filter(({ call }) => call === 'GET /tvchart/history').map(({ url }) => Number(url.searchParams.get('to')))
  const before = Math.max(...asked())
  await page.getByRole('button', { name: 'Next Week' }).click()
  await expect.poll(() => Math.max(...asked())).toBeGreaterThan(before)
})

test('another stock is found by name, weeks grow day by day, and the end is said (SIM-02)', async ({ page }) => {
  test.slow()
  await openSimulator(page)
  const field = page.getByRole('combobox', { name: 'Symbol' })
  await field.click()
  await field.fill('P003')
  await page.getByRole('option', { name: /P003/ }).click()
  await expect(chart(page)).toHaveAccessibleName(/P003/)
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await expect(chart(page)).toHaveAccessibleName(/^Weekly/)
  const week = page.getByRole('button', { name: 'Next Week' })
  await expect(async () => {
    if (await week.isEnabled()) await week.click()
    await expect(page.getByText(/This is the end/)).toBeVisible({ timeout: 50 })
  }).toPass({ timeout: 60_000, intervals: [10] })
  await expect(week).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Next Day' })).toBeDisabled()
  await noViolations(page)
  await page.getByRole('button', { name: 'Begin again' }).click()
  await expect(week).toBeEnabled()
})

test('nothing is against the rules of accessibility in Chinese and in the dark', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('language', 'zh')
    localStorage.setItem('theme', 'dark')
  })
  await openSimulator(page)
  await page.getByRole('button', { name: '下一日' }).click()
  await expect(page.getByText('已前進 1 日')).toBeVisible()
  await noViolations(page)
})
