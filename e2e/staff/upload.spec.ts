import { readFileSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { zipOf } from '../../apps/server/test/data/zip-of.ts'
import { doubleText, listen, signIn, signInAs } from '../accounts.ts'
import { letThrough } from '../held.ts'
import { noViolations } from '../shell/accessibility.ts'
import { sticksOut } from '../sticks-out.ts'

const lines = (...text: string[]) => `${text.join('\n')}\n`
const csv = (name: string, text: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const picks = (...codes: string[]) => lines('stockCode,close,percivalScore', ...codes.map(code => `${code},10,90`))
const bars = (...closes: (number | string)[]) =>
  lines(
    'date,open,high,low,close,volume',
    ...closes.map((close, day) => `2019-01-0${day + 2},${close},${close},${close},${close},1`),
  )

const open = async (page: Page, form: string) => {
  await page.goto(`/admin/upload?form=${form}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const press = (page: Page, name: 'Upload' | 'Check only') => page.getByRole('button', { name, exact: true }).click()

/** Reads the alert and dismisses it. */
async function alert(page: Page): Promise<string> {
  const dialog = page.getByRole('alertdialog')
  const said = await dialog.getByRole('heading').innerText()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  return said
}

const newCode = () => `T${crypto.randomUUID().slice(0, 7).toUpperCase()}`
const outcome = (page: Page) => page.getByRole('region', { name: 'Result' })
const waitingRecords = (page: Page) => page.locator('[aria-labelledby=records-title] > [aria-busy]')
/** The newest row of the upload history that has this name. */
const record = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first()

test('staff load an issue, and see its counts, newly listed stocks, history row and original files (UPL-01, 02, 27; CORE-31)', {
  tag: '@core',
}, async ({ page }) => {
  await signInAs(page, 'staff')
  const calls = listen(page)
  // Codes that the market does not have yet, even when the test is repeated.
  const codes = [newCode(), newCode()].toSorted()
  await open(page, 'finlist')
  await page.getByLabel('Exchange').selectOption('TW')
  await page.getByLabel('Issue date').fill('2019-01-04')
  await page.getByLabel('FinList file').setInputFiles(csv('picks-a.csv', picks(...codes)))
  const fundamentals = gzipSync(lines('stockCode,quarter,thisReportDate', `${codes[0]},1,20180930`))
  await page.getByLabel('Fundamentals file').setInputFiles(csv('fundamentals-a.csv.gz', fundamentals))
  await expect(page.getByRole('form').getByText('picks-a.csv')).toBeVisible()
  await expect(page.getByRole('form').getByText('60 B')).toBeVisible()
  // All of its codes are new to the market, so the upload asks for confirmation.
  await page.getByLabel('Upload even if the checks ask for confirmation').check()
  await press(page, 'Upload')
  expect(await alert(page)).toBe('Success! 3 records inserted')
  await expect(outcome(page)).toBeFocused()
  await expect(outcome(page)).toContainText('Newly listed stocks2')
  await expect(outcome(page)).toContainText(codes.join(', '))

  const sent = calls.filter(({ call }) => call === 'POST /admin/data/finlist/upload')
  expect(sent).toHaveLength(1)
  expect(sent[0]!.headers['x-device-id']).toBeTruthy()
  expect(sent[0]!.headers['authorization']).toMatch(/^Bearer /)
  const checks = calls.filter(({ url }) => url.searchParams.get('path') === '/admin/data/finlist/upload')
  expect(checks).toHaveLength(1)

  const row = record(page, 'Taiwan · 2019-01-04')
  await expect(row).toContainText(/staff-\S+@story\.example/)
  await expect(row).toContainText('1 fundamental')
  const saving = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Save fundamentals-a.csv.gz' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('fundamentals-a.csv.gz')
  expect(gunzipSync(readFileSync(await saved.path())).equals(gunzipSync(fundamentals))).toBe(true)

  // Restores the market's previous data.
  await row.getByRole('button', { name: /^Roll back/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click()
  expect(await alert(page)).toBe('Rolled back: Stock list data Taiwan · 2019-01-04')
})

test('staff load a market’s stocks, the prices of one stock, and the prices of all stocks in one file (UPL-08, 09, 27)', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await test.step('the stocks of a market can be loaded with the form, which has help and its own address', async () => {
    await page.goto('/admin/upload')
    await expect(page.getByRole('heading', { name: 'Stock list data' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Forms' }).getByRole('link', { name: 'Stocks', exact: true }).click()
    await expect(page).toHaveURL('/admin/upload?form=stocks')
    await expect(page.getByRole('heading', { name: 'Stocks', exact: true })).toBeVisible()
    await page.getByText('Columns of the file').click()
    await expect(page.getByRole('row', { name: 'stockName Required' })).toBeVisible()
    await page.getByLabel('Exchange').selectOption('TW')
    await page
      .getByLabel('Stocks file')
      .setInputFiles(csv('stocks-b.csv', lines('stockCode,stockName,colour', '9201,Nine,red')))
    await press(page, 'Upload')
    expect(await alert(page)).toBe('Success! 1 record inserted')
    await expect(outcome(page)).toContainText('colour')
    await expect(record(page, 'stocks-b.csv').getByRole('button', { name: /^Roll back/ })).toBeVisible()
  })

  await test.step('the prices of one stock, and of all stocks in one file, can be loaded', async () => {
    const calls = listen(page)
    await open(page, 'prices')
    await page.getByLabel('Exchange').selectOption('TW')
    await page.getByLabel('Prices file').setInputFiles(csv('prices-c.csv', bars(10, 11)))
    await press(page, 'Upload')
    await expect(page.getByText('Please enter the stock code')).toBeVisible()
    await page.getByLabel('Stock code').fill('9301')
    await press(page, 'Upload')
    expect(await alert(page)).toBe('Success! 2 records inserted')
    await expect(page.getByLabel('Stock code')).toHaveValue('')

    await page.getByLabel('All stocks in one file').check()
    await expect(page.getByLabel('Stock code')).toBeDisabled()
    const all = lines(
      'stockCode,date,open,high,low,close,lots',
      '9302,2019-01-02,1,1,1,1,3',
      '9303,2019-01-02,1,1,1,1,4',
    )
    await page
      .getByLabel('File', { exact: true })
      .or(page.locator('#priceCsv'))
      .first()
      .setInputFiles(csv('all-c.csv', all))
    await press(page, 'Upload')
    expect(await alert(page)).toMatch(/^Error: .*lot size/)
    await expect(page.getByLabel('Lot size')).toBeHidden()
    await page.getByRole('form').getByText('More', { exact: true }).click()
    await page.getByLabel('Lot size').fill('1000')
    await press(page, 'Upload')
    expect(await alert(page)).toBe('Success! 2 records inserted')
    const last = calls.findLast(({ call }) => call === 'POST /admin/data/stock/price/upload')!
    expect(Object.fromEntries(last.url.searchParams)).toEqual({ exchange: 'TW', lotSize: '1000', dryRun: 'false' })
  })

  await test.step('a zip with one file per stock is loaded as a single upload', async () => {
    const buffer = await zipOf({ '9304.TW.csv': bars(10, 11), '9305.TW.csv': bars(12) })
    await page.locator('#priceCsv').setInputFiles({ name: 'stocks-c.zip', mimeType: 'application/zip', buffer })
    await press(page, 'Upload')
    expect(await alert(page)).toBe('Success! 3 records inserted')
    await expect(page.getByRole('row').filter({ hasText: 'stocks-c.zip' })).toHaveCount(1)
  })
})

test('upload forms require their fields, accept only .csv, .xlsx and .zip files, and name every bad line; a check saves nothing (UPL-13, 15, 27, 28)', async ({
  page,
  context,
}) => {
  await signInAs(page, 'staff')
  await test.step('only .csv, .xlsx and .zip files are accepted, whether chosen or dropped; the server refuses others as well', async () => {
    await open(page, 'stocks')
    const field = page.getByLabel('Stocks file')
    await expect(field).toHaveAttribute('accept', '.csv,.csv.gz,.xlsx,.zip')
    await field.setInputFiles({ name: 'stocks.xls', mimeType: 'application/octet-stream', buffer: Buffer.from('no') })
    await expect(page.getByText('Only .csv, .csv.gz, .xlsx and .zip files are accepted, not stocks.xls')).toBeVisible()

    const drop = async (name: string) => {
      const dataTransfer = await page.evaluateHandle(called => {
        const carried = new DataTransfer()
        carried.items.add(new File(['stockCode,stockName\n9401,Four\n'], called))
        return carried
      }, name)
      await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer })
    }
    await drop('stocks.txt')
    await expect(page.getByText('not stocks.txt')).toBeVisible()
    await drop('dropped.csv')
    await expect(page.getByText('30 B')).toBeVisible()
    await page.getByLabel('Exchange').selectOption('TW')
    // Renames the file once the form has accepted it, so that the server refuses it.
    await page.route('**/api/admin/data/stock/upload?*', route =>
      route.continue({
        postData: route.request().postDataBuffer()!.toString('latin1').replace('dropped.csv', 'dropped.txt'),
      }),
    )
    await press(page, 'Upload')
    expect(await alert(page)).toBe('Error: Only .csv, .csv.gz, .xlsx and .zip files are accepted.')
    await expect(page.locator('form p.text-wrong')).toHaveText('Only .csv, .csv.gz, .xlsx and .zip files are accepted.')
    await letThrough(page, '**/api/admin/data/stock/upload?*')
  })

  await test.step('a check reports the result and saves nothing', async () => {
    await open(page, 'prices')
    await page.getByLabel('Exchange').selectOption('TW')
    await page.getByLabel('Stock code').fill('9501')
    await page.getByLabel('Prices file').setInputFiles(csv('checked-e.csv', bars(10, 11, 12)))
    await press(page, 'Check only')
    expect(await alert(page)).toBe('Check only: 3 rows are valid. Nothing was saved.')
    await expect(outcome(page)).toContainText('Newly listed stocks1')
    await expect(page.getByText('checked-e.csv')).toHaveCount(1)
    const told = page.waitForResponse('**/api/admin/data/uploads')
    await page.reload()
    expect(await (await told).text()).not.toContain('checked-e.csv')
    await expect(page.getByRole('heading', { name: 'Upload history' })).toBeVisible()
    await expect(waitingRecords(page)).toHaveCount(0)
    await expect(page.getByText('checked-e.csv')).toHaveCount(0)
  })

  await test.step('every bad line is named, and the chosen files stay chosen', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, 'prices')
    await page.getByLabel('Exchange').selectOption('TW')
    await page.getByLabel('Stock code').fill('9601')
    await page.getByLabel('Prices file').setInputFiles(csv('bad-f.csv', bars(10, 'ten', 12, 0)))
    await press(page, 'Upload')
    expect(await alert(page)).toMatch(/^Error: line 3: .*ten$/)
    await expect(outcome(page)).toBeFocused()
    await expect(outcome(page).getByRole('row')).toHaveText([/^LineReason$/, /^line 3.*ten$/, /^line 5.*0$/])
    await outcome(page).getByRole('button', { name: 'Copy' }).click()
    await expect(outcome(page).getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^line 3: .*\nline 5: .*$/)
    await noViolations(page)

    await expect(page.getByLabel('Stock code')).toHaveValue('9601')
    await expect(page.getByText('bad-f.csv')).toBeVisible()
    await page.getByLabel('Prices file').setInputFiles(csv('mended-f.csv', bars(10, 11)))
    await press(page, 'Upload')
    expect(await alert(page)).toBe('Success! 2 records inserted')
  })

  await test.step('a snapshot of the movers: its time comes from the file name, and each bad line is named', async () => {
    await open(page, 'movers')
    const choose = async (name: string, text: string) => {
      await page.locator('#moversCsv').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
      await page.getByRole('button', { name: 'Check only' }).click()
    }
    await choose('movers.csv', 'stockCode,price,volume\n1,10,1000\n')
    expect(await alert(page)).toContain('enter when the snapshot was taken')
    await choose('20260303-1030.csv', 'stockCode,price,volume\n1,10,1000\n2,0,5\n')
    expect(await alert(page)).toContain('line 3: price is not above zero: 0')
    await choose('20260303-1030.csv', 'stockCode,price,volume\n1,10,1000\n')
    expect(await alert(page)).toContain('Check only: 1 row is valid. Nothing was saved.')
  })

  await test.step('a file of announcements: each bad line is named', async () => {
    await open(page, 'profit-alerts')
    const choose = async (text: string) => {
      await page
        .locator('#profitAlertsCsv')
        .setInputFiles({ name: 'alerts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await page.getByRole('button', { name: 'Check only' }).click()
    }
    const head = 'stockCode,releaseTime,reportType,link'
    await choose(`${head}\n1,2026-03-03 18:00,POSITIVE,javascript:alert(1)\n`)
    expect(await alert(page)).toContain('line 2: link is not an address')
    await choose(`${head}\n1,2026-03-03 18:00,POSITIVE,https://news.example/1.pdf\n`)
    expect(await alert(page)).toContain('Check only: 1 row is valid. Nothing was saved.')
  })

  await test.step('required fields are reported one by one, and nothing is sent', async () => {
    const calls = listen(page)
    const missing = {
      finlist: [
        'Please choose an exchange',
        'Please choose the issue date',
        'Please choose a file',
        'Please choose a file',
      ],
      stocks: ['Please choose an exchange', 'Please choose a file'],
      prices: ['Please choose an exchange', 'Please enter the stock code', 'Please choose a file'],
    }
    await open(page, 'finlist')
    for (const [form, messages] of Object.entries(missing))
      for (const button of ['Upload', 'Check only'] as const) {
        await page.goto(`/admin/upload?form=${form}`)
        await press(page, button)
        await expect(page.locator('form p.text-wrong')).toHaveText(messages)
        await expect(page.getByLabel('Exchange')).toBeFocused()
      }
    expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  })
})

test('an upload can be rolled back after a confirmation that names it; a changed file must be chosen again; leaving during an upload asks for confirmation (UPL-01)', async ({
  page,
  context,
}) => {
  await signInAs(page, 'staff')
  await test.step('an upload is rolled back after a confirmation that names it', async () => {
    await open(page, 'prices')
    await page.getByLabel('Exchange').selectOption('TW')
    await page.getByLabel('Stock code').fill('9701')
    await page.getByLabel('Prices file').setInputFiles(csv('back-g.csv', bars(10)))
    await press(page, 'Upload')
    await alert(page)
    const row = record(page, 'Taiwan · 9701')
    const button = row.getByRole('button', { name: 'Roll back Stock prices Taiwan · 9701' })
    await button.click()
    const question = page.getByRole('alertdialog', { name: 'Roll back Stock prices Taiwan · 9701?' })
    await noViolations(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await question.getByRole('button', { name: 'Roll back' }).click()
    expect(await alert(page)).toBe('Rolled back: Stock prices Taiwan · 9701')
    await expect(row).toContainText('Rolled back on')
    await expect(button).toBeHidden()
  })

  await test.step('a file that changed after it was chosen must be chosen again', async () => {
    const path = test.info().outputPath('changing.csv')
    await writeFile(path, lines('stockCode,stockName', '9651,One'))
    await open(page, 'stocks')
    await page.getByLabel('Exchange').selectOption('TW')
    await page.getByLabel('Stocks file').setInputFiles(path)
    await appendFile(path, '9652,Two\n')
    await press(page, 'Check only')
    await expect(page.getByText('This file has changed since you chose it.')).toBeVisible()
    await page.getByLabel('Stocks file').setInputFiles(path)
    await press(page, 'Check only')
    expect(await alert(page)).toContain('2 rows are valid')
  })

  await test.step('a running upload shows its progress and disables the form, and leaving asks for confirmation', async () => {
    await open(page, 'stocks')
    await page.getByLabel('Exchange').selectOption('TW')
    const wide = lines('stockCode,stockName,noise', `9801,Slow,${'x'.repeat(900_000)}`)
    await page.getByLabel('Stocks file').setInputFiles(csv('slow-h.csv', wide))
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    const speed = (uploadThroughput: number) =>
      cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    // The connection is so slow that even a busy machine can cancel the upload in time.
    await speed(40_000)
    await press(page, 'Check only')
    const progress = page.getByRole('progressbar')
    await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(5)
    await expect(page.getByText('Sending…')).toBeVisible()
    await expect(page.getByLabel('Exchange')).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Education' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL('/admin/upload?form=stocks')
    await expect(page.getByRole('heading', { name: 'Stocks', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(outcome(page)).toHaveText('Cancelled. Nothing was saved.')
    await expect(outcome(page)).toBeFocused()

    await press(page, 'Check only')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Education' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/education')
    await speed(-1)
    expect(await alert(page)).toMatch(/^(Error: line 2|Check only)/)
  })
})

test('no form has accessibility violations, in either language or on a phone; the server refuses non-staff users (UPL-01, 28; CORE-31)', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await open(page, 'finlist')
  for (const language of ['en', 'zh'])
    for (const [form, size] of [
      ['finlist', { width: 1440, height: 900 }],
      ['prices', { width: 390, height: 844 }],
    ] as const) {
      await page.setViewportSize(size)
      await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
      await page.goto(`/admin/upload?form=${form}`)
      await page.getByRole('button', { name: language === 'en' ? 'Upload' : '上載', exact: true }).click()
      await page.locator('details summary').last().click()
      await expect(waitingRecords(page)).toHaveCount(0)
      await noViolations(page)
    }
  await page.setViewportSize({ width: 320, height: 640 })
  await doubleText(page)
  expect(await sticksOut(page)).toEqual([])
  await page.getByLabel('表格', { exact: true }).selectOption('stocks')
  await expect(page).toHaveURL('/admin/upload?form=stocks')

  await test.step('the server refuses non-staff users', async () => {
    // Opens a page without the app, because the app might write to the storage again.
    await page.goto('/api/health')
    await page.evaluate(() => localStorage.clear())
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.context().clearCookies()
    await signIn(page, 'free', '/admin/upload?form=stocks')
    await expect(page.getByText('Only staff can upload data')).toBeVisible()
    await page.getByLabel('Exchange').selectOption('TW')
    await page.getByLabel('Stocks file').setInputFiles(csv('mine.csv', lines('stockCode,stockName', '9901,Mine')))
    await press(page, 'Upload')
    expect(await alert(page)).toBe('Error: This is for staff only.')
    await noViolations(page)
  })
})
