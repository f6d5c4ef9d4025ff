import { expect, type Page, test } from '@playwright/test'
import { listen, signIn } from '../accounts.ts'

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

test('a practice stock can be advanced by a day or a week, with buttons and with keys (SIM-01, 03, 04)', {
  tag: '@core',
}, async ({ page }) => {
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
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect.poll(() => today(page)).toBe(start)
})

test('staff upload a practice stock with its prices and a pattern, and it can be played (UPL-10, 12, 22, 23, 25)', async ({
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
