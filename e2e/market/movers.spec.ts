import { expect, type Page, test } from '@playwright/test'
import { listen, moveTo, signIn, signInAs, timeOf } from '../accounts.ts'
import { letThrough } from '../held.ts'
import { noViolations } from '../shell/accessibility.ts'

const basicPath = '**/api/stocks/movement/HKEX'
const plusPath = '**/api/stocks/movement/enhanced/HKEX?**'
const list = (page: Page, name: string) => page.getByRole('table', { name })
const slider = (page: Page) => page.getByRole('slider', { name: 'Minimum volume today' })
const asks = (calls: ReturnType<typeof listen>) =>
  calls.filter(({ call }) => call.startsWith('GET /stocks/movement')).map(({ url }) => url.pathname + url.search)
const minVolume = (volume: number) => `/api/stocks/movement/enhanced/HKEX?minVolume=${volume}`

test('every user sees the largest rises and falls in Market Movers BASIC; without the right, PLUS shows the upgrade view (MOV-01, 03, 05, 08, 15, 16; CORE-08, 15; AMB-139, 140)', {
  tag: '@core',
}, async ({ page }) => {
  const calls = listen(page)
  await signIn(page, 'free', '/market-movers-hk')
  await expect(page.getByRole('tab')).toHaveText([/BASIC/, /PLUS/])
  await expect(page.getByRole('tab', { name: 'BASIC' })).toHaveAttribute('aria-selected', 'true')
  for (const [name, sign] of [
    ['Rose most within the hour', /^\+\d/],
    ['Fell most within the hour', /^-\d/],
  ] as const) {
    await expect(list(page, name).getByRole('columnheader')).toHaveText([
      'Stock',
      'Price',
      'Change %',
      'Volume shares',
      'Volume × 50-day',
      'Turnover HK$, est.',
      'Day',
    ])
    await expect(list(page, name).locator('tbody tr')).toHaveCount(20)
    const [stock, price, change, volume, multiple, turnover] = await list(page, name)
      .locator('tbody tr')
      .first()
      .locator('th, td')
      .allInnerTexts()
    expect(stock).toMatch(/^\d{4,5}\s+\S/)
    expect(price).toMatch(/^[\d,.]+$/)
    expect(change!.replace('−', '-')).toMatch(sign)
    // Volumes below ten thousand shares are shown in full (FIN-36).
    expect(volume).toMatch(/^[\d.]+[MB]$|^(\d,)?\d{1,3}$/)
    expect(multiple).toMatch(/^[\d,.]+$|^–$/)
    expect(turnover).toMatch(/^[\d,.]+[MB]$|^(\d,)?\d{1,3}$/)
    await expect(list(page, name).locator('tbody tr').first().getByRole('img')).toHaveAttribute(
      'aria-label',
      /^The day in \d+ half-hour prices, from [\d,.]+ to [\d,.]+$/,
    )
  }
  await expect(page.getByText(/As at \d+ \w+ 20\d\d, \d\d:[03]0 \(Hong Kong time\)/)).toBeVisible()
  expect(asks(calls)).toEqual(['/api/stocks/movement/HKEX'])
  await list(page, 'Rose most within the hour').getByRole('link').first().click()
  await expect(page).toHaveURL(/interactive-chart\?symbol=HKEX/)

  await test.step('without the right PLUS shows the upgrade view; BASIC shows an error when it is refused', async () => {
    await page.goto('/market-movers-plus-hk')
    await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', '/subscribe')
    await expect(page.getByRole('table')).toHaveCount(0)
    await page.route(basicPath, route =>
      route.fulfill({ status: 403, json: { status: 'Forbidden', errors: [{ message: 'Forbidden' }] } }),
    )
    await page.getByRole('tab', { name: 'BASIC' }).click()
    await expect(page.getByRole('alert').getByRole('button')).toBeVisible()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(0)
    await letThrough(page, basicPath)
    await page.getByRole('alert').getByRole('button').click()
    await expect(list(page, 'Rose most within the hour')).toBeVisible()
  })
})

test('Market Movers PLUS requests movers above 10 million, and requests again when the slider is released; the page has loading and error states and no accessibility violations (MOV-02, 04, 09, 11, 12, 18; CORE-15)', async ({
  page,
}) => {
  const calls = listen(page)
  await signIn(page, 'hk-yearly', '/market-movers-plus-hk')
  await expect(page.getByRole('tab', { name: 'PLUS' })).toHaveAttribute('aria-selected', 'true')
  await expect(list(page, 'Rose most within the hour')).toBeVisible()
  await noViolations(page)
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '10,000,000 shares')
  expect(await slider(page).evaluate((field: HTMLInputElement) => [field.min, field.max, field.step])).toEqual([
    '6',
    '10',
    '1',
  ])
  expect(asks(calls)).toEqual([minVolume(10_000_000)])

  const box = (await slider(page).boundingBox())!
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width / 4, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 4, y, { steps: 6 })
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '10,000,000,000 shares')
  await page.mouse.move(box.x + box.width / 2, y, { steps: 4 })
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '100,000,000 shares')
  expect(asks(calls)).toEqual([minVolume(10_000_000)])
  const answered = page.waitForResponse(plusPath)
  await page.mouse.up()
  await answered
  expect(asks(calls)).toEqual([minVolume(10_000_000), minVolume(100_000_000)])

  await slider(page).focus()
  const fewest = page.waitForResponse(plusPath)
  await page.keyboard.press('Home')
  await fewest
  expect(asks(calls).at(-1)).toBe(minVolume(1_000_000))

  await page.getByRole('tab', { name: 'PLUS' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/\/market-movers-hk$/)
  await expect(page.getByRole('tab', { name: 'BASIC' })).toBeFocused()
  await expect(slider(page)).toHaveCount(0)

  await test.step('the data is shown after loading, or else an error with a way back', async () => {
    for (const [path, url] of [
      ['/market-movers-hk', basicPath],
      ['/market-movers-plus-hk', plusPath],
    ] as const) {
      const release = Promise.withResolvers<void>()
      await page.route(url, async route => {
        await release.promise
        await route.fulfill({ status: 500, json: { status: 'Error', errors: [{ message: 'x' }] } })
      })
      await page.goto(path)
      await expect(page.locator('#movers [aria-busy=true]')).toBeVisible()
      release.resolve()
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await letThrough(page, url)
      await page.getByRole('alert').getByRole('button').click()
      await expect(list(page, 'Rose most within the hour')).toBeVisible()
    }
  })
})

test('Market Movers PLUS sorts by column, and restores valid minimum values stored in this browser, also in Chinese', async ({
  page,
}) => {
  const calls = listen(page)
  await signIn(page, 'hk-yearly', '/market-movers-plus-hk')
  const rose = list(page, 'Rose most within the hour')
  const turnovers = async () =>
    (await rose.locator('tbody tr td:nth-child(6)').allInnerTexts()).map(
      text => parseFloat(text.replaceAll(',', '')) * ({ M: 1e6, B: 1e9 }[text.at(-1)!] ?? 1),
    )
  const head = rose.getByRole('columnheader', { name: 'Turnover' })
  await expect(rose.getByRole('columnheader', { name: 'Change' })).toHaveAttribute('aria-sort', 'descending')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  const down = await turnovers()
  expect(down).toEqual(down.toSorted((a, b) => b - a))
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  expect(await turnovers()).toEqual(down.toReversed())

  const floor = page.getByRole('slider', { name: 'Minimum turnover today' })
  await expect(floor).toHaveAttribute('aria-valuetext', 'any turnover')
  await floor.focus()
  const answered = page.waitForResponse(plusPath)
  await page.keyboard.press('End')
  await answered
  await expect(floor).toHaveAttribute('aria-valuetext', 'HK$1,000,000,000')
  expect(asks(calls).at(-1)).toBe(`${minVolume(10_000_000)}&minTurnover=1000000000`)
  await expect.poll(async () => Math.min(...(await turnovers()))).toBeGreaterThanOrEqual(1e9)
  calls.length = 0
  await page.reload()
  await expect(floor).toHaveAttribute('aria-valuetext', 'HK$1,000,000,000')
  await expect.poll(() => asks(calls)).toEqual([`${minVolume(10_000_000)}&minTurnover=1000000000`])

  await page.evaluate(() => {
    const views = JSON.parse(localStorage.getItem('listViews')!) as Record<string, unknown>
    for (const key of Object.keys(views)) views[key] = { power: 99, turnover: 'much' }
    localStorage.setItem('listViews', JSON.stringify(views))
    localStorage.setItem('language', 'zh')
  })
  calls.length = 0
  await page.reload()
  await expect(page.getByRole('slider', { name: '今日最低成交額' })).toHaveAttribute('aria-valuetext', '不限成交額')
  await expect.poll(() => asks(calls)).toEqual([minVolume(10_000_000)])
  await expect(page.getByRole('tab')).toHaveText(['基本版', '進階版'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('市場異動進階版')
})

test('Market Movers refetches every five minutes; after a failed fetch the page keeps the current data and shows a note (MOV-10, 11; I18N-08; AMB-141)', async ({
  page,
}) => {
  await page.clock.install()
  const calls = listen(page)
  await signInAs(page, 'hk-quarterly')
  for (const [path, url] of [
    ['/market-movers-hk', basicPath],
    ['/market-movers-plus-hk', plusPath],
  ] as const) {
    calls.length = 0
    const opened = await timeOf(page)
    await page.goto(path)
    await expect(list(page, 'Rose most within the hour')).toBeVisible()
    await moveTo(page, opened + 290_000)
    expect(asks(calls)).toHaveLength(1)
    await page.route(url, route =>
      route.fulfill({ status: 500, json: { status: 'Error', errors: [{ message: 'x' }] } }),
    )
    const asking = (await timeOf(page)) + 60_000
    await moveTo(page, asking)
    const noAnswer = page.getByText('Couldn’t refresh')
    await expect(noAnswer).toBeVisible()
    await expect(list(page, 'Rose most within the hour')).toBeVisible()
    await letThrough(page, url)
    const asked = asks(calls).length
    await moveTo(page, asking + 290_000)
    expect(asks(calls)).toHaveLength(asked)
    await page.clock.fastForward(60_000)
    await expect(noAnswer).toHaveCount(0)
    expect(asks(calls)).toHaveLength(asked + 1)
  }
})
