import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { listen, signIn } from './accounts.ts'
import { hold } from './held.ts'

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

test('what is to come is neither shown nor sent, and each step asks for what is later (SIM-04)', async ({ page }) => {
  const calls = listen(page)
  const sent: Promise<{ t?: number[] }>[] = []
  page.on('response', answer => {
    if (answer.url().includes('/tvchart/history?')) sent.push(answer.json())
  })
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
  await expect.poll(() => today(page)).toBeGreaterThan(start)
  const days = (await Promise.all(sent)).flatMap(({ t = [] }) => t)
  expect(Math.max(...days) * 1_000).toBe(await today(page))
})

test('a step that is asked for before its days have come is made when they do (SIM-03)', async ({ page }) => {
  await openSimulator(page, 'free')
  const start = await today(page)
  const held = '**/tvchart/history?*'
  /** Makes steps whose days are requested, and held back until the last step was made. */
  const early = async (steps: () => Promise<void>) => {
    const letGo = await hold(page, held)
    const asked = page.waitForRequest(held)
    await steps()
    await asked
    letGo()
  }
  await early(() => page.keyboard.press('w'))
  await expect.poll(() => today(page)).toBeGreaterThan(start)
  const first = await today(page)
  await early(async () => {
    await page.keyboard.press('w')
    await page.keyboard.press('w')
  })
  await expect.poll(() => today(page)).toBeGreaterThan(first + 7 * dayMs)
  const button = page.getByRole('button', { name: 'Next Week' })
  await button.focus()
  const before = await today(page)
  await early(async () => {
    await button.press('Enter')
    await button.press('Enter')
  })
  await expect.poll(() => today(page)).toBeGreaterThan(before + 7 * dayMs)
  await expect(button).toBeFocused()
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
    await page.keyboard.press('w')
    await expect(page.getByText(/This is the end/)).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [10] })
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

test('staff load a practice stock with its prices and a pattern, and the stock can be played (UPL-10, 12, 22, 23, 25)', async ({
  page,
}) => {
  const code = `X${crypto.randomUUID().slice(0, 6).toUpperCase()}`
  const file = (name: string, ...lines: string[]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  const load = async (form: string, field: string, csv: ReturnType<typeof file>) => {
    if (new URL(page.url()).search !== `?form=${form}`) await page.goto(`/admin/upload?form=${form}`)
    await page.locator(`#${field}`).setInputFiles(csv)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toContainText(/Success! \d+ records? inserted/)
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  }
  await signIn(page, 'staff', '/admin/upload?form=simulator-stocks')
  const stocks = ['stockCode,stockName,stockNameZh,startTime,resolution', `${code},Loaded,載入,2024-05-03,1D`]
  await load('simulator-stocks', 'simulatorStocksCsv', file('practice.csv', ...stocks))
  await page.goto('/admin/upload?form=prices')
  await page.getByLabel('Exchange').selectOption('PRAC')
  await page.getByLabel('Stock code').fill(code)
  const bars = ['2024-04-30,1,3,1,2,5', '2024-05-02,2,4,2,3,6', '2024-05-03,3,5,3,4,7']
  await load('prices', 'priceCsv', file('prices.csv', 'date,open,high,low,close,volume', ...bars))
  await page.goto('/admin/upload?form=patterns')
  await page.getByLabel('Exchange').selectOption('TW')
  const points = [`${code},9999,FB,0,2024-05-02,3,"{""pivot"":3.1}"`, `${code},9999,FB,1,2024-05-03,3,`]
  const columns = 'patternId,stockCode,patternType,pointIndex,time,price,options'
  await load('patterns', 'patternsCsv', file('patterns.csv', columns, ...points))

  await page.goto(`/practice/simulator?symbol=PRAC:${code}`)
  await expect(page.getByText('Today is 2 May 2024')).toBeVisible()
  await page.getByRole('button', { name: 'Next Day' }).click()
  await expect(page.getByText('Today is 3 May 2024')).toBeVisible()
  await expect(page.getByText(/This is the end/)).toBeVisible()
})
