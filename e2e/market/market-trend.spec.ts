import { expect, type Page, test } from '@playwright/test'
import { alert, kept, signIn, signInAs } from '../accounts.ts'
import { letThrough } from '../held.ts'

const card = (page: Page, term: string) => page.getByRole('region', { name: term, exact: true })
const charts = (page: Page) => page.getByRole('application', { name: /^Chart:/ })
const states = /Uptrend|Downtrend|Under pressure|Rally attempt/

test('each market’s page shows both states, every figure and the index (MT-01, MT-04, MT-05, MT-06, MT-07, MT-11, MT-21)', {
  tag: '@core',
}, async ({ page }) => {
  await signInAs(page, 'staff')
  for (const { suffix, index } of [
    { suffix: 'hk', index: 'HSI' },
    { suffix: 'us', index: 'US500' },
    { suffix: 'jp', index: 'N225' },
    { suffix: 'cn', index: 'CSI300' },
    { suffix: 'tw', index: 'TAIEX' },
  ]) {
    await page.goto(`/markettrend-${suffix}`)
    for (const term of ['Short term', 'Mid to long term']) {
      await expect(card(page, term)).toContainText(states)
      await expect(card(page, term)).toContainText(/Since \d+ \w+ 20\d\d/)
      await expect(card(page, term)).toContainText(/Figures as at \d+ \w+ 20\d\d/)
      await expect(card(page, term).locator('svg path')).toBeVisible()
    }
    const figures = async (table: string) => {
      const rows = page.getByRole('table', { name: table }).locator('tbody tr')
      return Object.fromEntries(
        await rows.evaluateAll(found =>
          found.map((row): [string, number[]] => [
            row
              .querySelector('th')!
              .textContent!.replace(/[▲▼＝]/g, '')
              .trim(),
            [...row.querySelectorAll('td:not([aria-hidden])')].map(({ textContent }) =>
              Number(textContent!.replaceAll(',', '')),
            ),
          ]),
        ),
      )
    }
    const { Up, Down, 'No change': same } = await figures('Up and down')
    const stocks = Up![0]! + Down![0]! + same![0]!
    expect(Up![1]).toBeCloseTo((Up![0]! / stocks) * 100, -0.5)
    const averages = await figures('Moving averages')
    expect(Object.keys(averages)).toEqual([
      'On or above 10-week',
      'Under 10-week',
      'On or above 40-week',
      'Under 40-week',
    ])
    expect(averages['On or above 10-week']![1]! + averages['Under 10-week']![1]!).toBeCloseTo(100, 0)
    const total = (name: string) => averages[name]![2]!
    // Each is rounded to a tenth.
    expect(total('On or above 40-week') + total('Under 40-week')).toBeLessThan(100.15)
    expect(Object.keys(await figures('52-week highs and lows'))).toEqual(['52-week highs', '52-week lows'])
    const chart = page.getByRole('region', { name: `Index ${index}` })
    await expect(chart.locator('canvas').first()).toBeVisible()
  }
})

test('the market page has two tabs; the history has a table and charts that can be scrolled and zoomed; a view is recorded (MT-02, MT-03, MT-08)', async ({
  page,
}) => {
  const began = Date.now() - 1_000
  await signIn(page, 'hk-yearly', '/markettrend-hk')
  await expect(page.getByRole('tab')).toHaveText([/Snapshot/, /Trend data/])
  await page.getByRole('tab', { name: 'Trend data' }).click()
  await expect(page).toHaveURL(/tab=data/)
  await expect(charts(page)).toHaveCount(4)
  for (const chart of await charts(page).all()) await expect(chart.locator('canvas').first()).toBeVisible()

  await charts(page).first().focus()
  const said = page.getByRole('region', { name: 'Stocks up and down' }).getByRole('status')
  await page.keyboard.press('End')
  await expect(said).toHaveText(/, (Uptrend|Downtrend|Under pressure|Rally attempt)$/)
  await page.keyboard.press('Home')
  await expect(said).toHaveText(/^\d+ \w+ 20\d\d, Up \d+, Down \d+, Net advances [+-]?\d+\.\d%, \S+ [\d,.]+(, .*)?$/)
  const key = page.getByRole('tabpanel').locator('dl')
  await expect(key.locator('dt')).not.toHaveCount(0)
  for (const [letter, state] of await key
    .locator('> div')
    .evaluateAll(lines => lines.map(line => [...line.children].map(({ textContent }) => textContent!))))
    expect(
      new Map([
        ['U', 'Uptrend'],
        ['D', 'Downtrend'],
        ['P', 'Under pressure'],
        ['R', 'Rally attempt'],
      ]).get(letter!),
    ).toBe(state)
  const first = await said.innerText()
  await page.keyboard.press('ArrowRight')
  await expect(said).not.toHaveText(first)
  const second = await said.innerText()
  const isNext = () =>
    charts(page)
      .nth(1)
      .evaluate(chart => chart === document.activeElement)
  for (let stops = 0; stops < 20 && !(await isNext()); stops++) await page.keyboard.press('Tab')
  await expect(charts(page).nth(1)).toBeFocused()

  await page.getByRole('radio', { name: '3 months' }).check({ force: true })
  await page.getByRole('radio', { name: 'Mid to long term' }).check({ force: true })
  await expect(charts(page).first().locator('canvas').first()).toBeVisible()

  await page.getByRole('radio', { name: 'Table' }).check({ force: true })
  const rows = page.getByRole('table', { name: 'Trend data by date' }).locator('tbody tr')
  await expect(rows).toHaveCount(250)
  const oldest = await rows.nth(248).locator('th, td').allInnerTexts()
  const [, up, down, net] = /Up (\d+), Down (\d+), Net advances (\S+)%/.exec(second)!
  expect(oldest.slice(3, 5)).toEqual([up, down])
  expect(Math.sign(parseFloat(net!))).toBe(Math.sign(Number(up) - Number(down)))
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Snapshot' })).toHaveAttribute('aria-selected', 'true')

  await test.step('a view of the market’s page is recorded, so its update dot disappears', async () => {
    await expect(card(page, 'Short term')).toBeVisible()
    const viewed = (await kept(page, 'pageLastViewed')) as { markettrend: Record<string, string> }
    expect(Date.parse(viewed.markettrend['hk']!)).toBeGreaterThan(began)
    expect(Date.parse(viewed.markettrend['us']!)).toBeLessThan(began)
  })
})

test('the market page shows loading, errors and the time stamp, or the upgrade view if the user lacks the right (MT-09, MT-10, MT-19, MT-20)', async ({
  page,
}) => {
  await signInAs(page, 'hk-yearly')
  await test.step('the data is shown after loading, or else an error with a way back', async () => {
    const release = Promise.withResolvers<void>()
    await page.route('**/api/markettrend/HKEX', async route => {
      await release.promise
      await route.fulfill({ status: 500, json: { status: 'Error', errors: [{ message: 'x' }] } })
    })
    await page.goto('/markettrend-hk')
    await expect(page.locator('#market-trend[aria-busy=true]')).toBeVisible()
    release.resolve()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await letThrough(page, '**/api/markettrend/HKEX')
    await page.getByRole('alert').getByRole('button').click()
    await expect(card(page, 'Short term')).toContainText(states)
  })

  await test.step('an index without prices is reported, without offering a retry', async () => {
    await page.route('**/api/tvchart/history?*', route => route.fulfill({ status: 404, json: { s: 'error' } }))
    await page.goto('/markettrend-hk')
    await expect(page.getByText('No prices available yet.')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Up and down' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await letThrough(page, '**/api/tvchart/history?*')
  })

  await test.step('the time stamp is yesterday’s before 23:0x in Hong Kong, and today’s from then on', async () => {
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
    const inWords = (day: string) =>
      new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    for (const [time, day] of [
      ['22:59', yesterday],
      ['23:09', today],
    ] as const) {
      await page.clock.setFixedTime(new Date(`${today}T${time}:00+08:00`))
      await page.reload()
      await expect(card(page, 'Short term')).toContainText(
        new RegExp(`Last updated ${inWords(day)}, 23:0[0-8] \\(Hong Kong time\\)`),
      )
    }
  })

  await test.step('a user without the right sees the upgrade view and none of the market’s data', async () => {
    await page.context().clearCookies()
    await signIn(page, 'free', '/markettrend-hk')
    await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', '/subscribe')
    await expect(page.getByRole('tab')).toHaveCount(0)
    await expect(page.locator('canvas')).toHaveCount(0)
  })
})

test('when staff change a market’s state, the page shows it immediately; when they upload a day’s market trend, it overrides the computed counts (UPL-06, UPL-07, UPL-14, UPL-19, UPL-20)', async ({
  page,
}) => {
  await signIn(page, 'staff', '/admin/upload?form=trend')
  const publish = page.getByRole('button', { name: 'Publish' })
  await publish.click()
  for (const wrong of ['an exchange', 'a term', 'a trend', 'the start date'])
    await expect(page.getByText(`Please choose ${wrong}`)).toBeVisible()
  const now = new Date()
  const today = now.toISOString().slice(0, 10)
  const said = now.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  await page.getByLabel('Exchange').selectOption('TW')
  await page.getByLabel('Term', { exact: true }).selectOption('short')
  await page.getByLabel('Trend', { exact: true }).selectOption('RALLY_ATTEMPT')
  await page.getByLabel('Start date').fill(today)
  await publish.click()
  expect(await alert(page)).toBe(`Success! Rally attempt since ${said}.`)

  await page.getByLabel('Term', { exact: true }).selectOption('short')
  await page.getByLabel('Trend', { exact: true }).selectOption('UNDER_PRESSURE')
  await page.getByLabel('Amend the newest entry').check()
  await expect(page.getByLabel('Start date')).toBeDisabled()
  await publish.click()
  expect(await alert(page)).toBe(`Success! Under pressure since ${said}.`)
  await page.goto('/markettrend-tw')
  await expect(card(page, 'Short term')).toContainText('Under pressure')

  await test.step('a market trend that staff upload overrides the computed count', async () => {
    await page.goto('/admin/upload?form=markettrend')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    for (const wrong of ['an exchange', 'the issue date', 'a file'])
      await expect(page.getByText(`Please choose ${wrong}`)).toBeVisible()
    await page.getByLabel('Exchange').selectOption('CN')
    // Nothing trades on Saturdays and Sundays, so an upload for such a day would ask for confirmation.
    const traded = new Date()
    while ([0, 6].includes(traded.getUTCDay())) traded.setUTCDate(traded.getUTCDate() - 1)
    await page.getByLabel('Issue date').fill(traded.toISOString().slice(0, 10))
    const text =
      'up,down,noChange,onTenWeekMa,underTenWeekMa,onFortyWeekMa,underFortyWeekMa,fiftyTwoWeekHigh,fiftyTwoWeekLow\n61,50,37,89,59,93,55,7,6\n'
    await page
      .locator('#marketTrendDetailCsv')
      .setInputFiles({ name: 'trend.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    expect(await alert(page)).toBe('Success! 1 record inserted')
    await page.goto('/markettrend-cn')
    await expect(page.getByRole('table', { name: 'Up and down' })).toContainText('61')
    await expect(page.getByText('provided by our staff')).toBeVisible()
  })
})

test('the price changes that followed each state are fetched only when the user asks for them', async ({ page }) => {
  await signInAs(page, 'staff')
  const asked: string[] = []
  page.on('request', request => request.url().endsWith('/state-rates') && asked.push(request.url()))
  await page.goto('/markettrend-us')
  await expect(card(page, 'Short term')).toContainText(states)
  expect(asked).toEqual([])
  await page.getByText('How the index did after each state').click()
  await expect(page.getByText(/^(So far, the state has said nothing|After weeks in|Not calculated yet)/)).toBeVisible()
  expect(asked).toHaveLength(1)
})
