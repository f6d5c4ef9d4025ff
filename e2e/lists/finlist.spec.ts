import { gzipSync } from 'node:zlib'
import type { FinListStock } from '@finlist/contract/finlist'
import { expect, type Page, type Request, test } from '@playwright/test'
import { kept, listen, signIn, signInAs } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { letThrough } from '../held.ts'
import { publish } from '../staff.ts'

const table = (page: Page) => page.getByRole('main').getByRole('table')
const rows = (page: Page) => page.locator('tbody tr[data-code]')
const panel = (page: Page) => page.getByRole('dialog')
const head = (page: Page, name: string | RegExp) => table(page).getByRole('columnheader', { name })
const codes = (page: Page) => rows(page).evaluateAll(found => found.map(row => row.getAttribute('data-code')!))
const asNumbers = (cells: string[]) => cells.filter(cell => cell !== '–').map(cell => Number(cell.replace(/[,+]/g, '')))
const inWords = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const firstRow = (page: Page) => rows(page).first().getByRole('link')

test('the newest list is shown immediately, sorted by code, with the issue dates next to it; a click or an arrow key opens another issue (FIN-01, 03, 11, 12, 30, 31)', {
  tag: '@core',
}, async ({ page }) => {
  await signInAs(page, 'hk-yearly')
  const calls = listen(page)
  await page.goto('/')
  await expect(rows(page).first()).toBeVisible()
  const tabs = page.getByRole('tab')
  await expect.poll(() => tabs.count()).toBeGreaterThan(1)
  // A browser that has no stored issue date fetches the newest list without waiting for the dates.
  const asked = calls.filter(({ call }) => /^GET \/finlist\/HKEX(\/issue-dates|\/newest)?$/.test(call))
  expect(asked.map(({ call }) => call)).toEqual(['GET /finlist/HKEX/newest', 'GET /finlist/HKEX/issue-dates'])
  const dates = await tabs.evaluateAll(found => found.map(tab => tab.getAttribute('data-value')!))
  expect(dates).toEqual(dates.toSorted().reverse())
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toHaveAccessibleName(inWords(dates[0]!))
  expect(await kept(page, 'newestIssues')).toEqual({ HKEX: dates[0] })
  await expect(head(page, 'Code')).toHaveAttribute('aria-sort', 'ascending')
  const shown = await codes(page)
  expect(shown).toEqual(shown.toSorted((a, b) => Number(a) - Number(b)))
  await expect(page.getByRole('main')).toContainText(`${shown.length} stocks`)
  await expect(page.getByRole('main')).toContainText('Data as at')
  const third = (await tabs.nth(2).getAttribute('data-value'))!
  await tabs.nth(2).click()
  await expect(page).toHaveURL(`/?issueDate=${third}`)
  await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(3)).toBeFocused()
  await expect(tabs.nth(3)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(tabs.last()).toBeFocused()
  await expect(tabs.last()).toBeInViewport()
  await page.goBack()
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
})

test('an address opens the issue that it names, or the newest one if that issue is unknown; a failed load can be retried (FIN-14, 30, 31)', async ({
  page,
}) => {
  await signInAs(page, 'hk-yearly')
  const tabs = page.getByRole('tab')
  const dates = await asPerson<string[]>(page, '/finlist/HKEX/issue-dates')
  const last = dates.at(-1)!
  await page.goto(`/finlist-hk?issueDate=${last}`)
  // By now another test may have published an even older issue.
  const oldest = page.locator(`[role=tab][data-value="${last}"]`)
  await expect(oldest).toHaveAttribute('aria-selected', 'true')
  await expect(oldest).toBeInViewport()
  await page.goto('/finlist-hk?issueDate=1999-01-01')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await expect(rows(page).first()).toBeVisible()

  await test.step('the general error is shown after a failure, and the list after a retry', async () => {
    const failure = { status: 500, json: { status: 'Error', errors: [{ message: 'x' }] } }
    await page.route('**/api/finlist/HKEX/newest', route => route.fulfill(failure))
    await page.evaluate(() => localStorage.removeItem('newestIssues'))
    await page.goto('/finlist-hk')
    await expect(page.getByRole('alert')).toContainText('We cannot provide this information at the moment.')
    await letThrough(page, '**/api/finlist/HKEX/newest')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page).first()).toBeVisible()
    await page.route('**/api/finlist/HKEX/issue-dates', route => route.fulfill(failure))
    await page.route(/\/api\/finlist\/HKEX\?/, route => route.abort())
    // Opens a list that this browser has not cached for offline use.
    await page.goto(`/finlist-hk?issueDate=${dates[1]}`)
    await expect(page.getByRole('alert')).toContainText('We cannot provide this information at the moment.')
    await letThrough(page, '**/api/finlist/HKEX/issue-dates')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('tab').first()).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('No connection to FinList')
    await letThrough(page, /\/api\/finlist\/HKEX\?/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page).first()).toBeVisible()
  })
})

test('the panel shows profile, quarters, chart and the ten largest CCASS holders; the list keeps its scroll position (FIN-01, 20, 21, 22, 23, 24, 25, 32, 33)', {
  tag: '@core',
}, async ({ page }) => {
  await signIn(page, 'hk-yearly', '/finlist-hk')
  await expect(rows(page).first()).toBeVisible()
  const before = await page.evaluate(() => scrollY)
  await rows(page).first().locator('th, td').nth(1).click()
  await expect(page).toHaveURL(/[?&]stock=/)
  await expect(panel(page).getByText('Sub-sector')).toBeVisible()
  const quarters = panel(page).getByRole('region', { name: 'Fundamentals by quarter' })
  await expect(quarters.getByRole('columnheader')).toHaveCount(9)
  await expect(panel(page).locator('canvas').first()).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(before)

  const order = await firstRow(page).innerText()
  const holders = panel(page).getByRole('table', { name: 'Top 10 holders in CCASS' })
  await expect(holders.getByRole('row')).toHaveCount(12)
  expect(order).toMatch(/^\d{4,5}$/)
  const percents = asNumbers(await holders.locator('tbody tr td:last-child').allInnerTexts())
  expect(percents.slice(0, 10)).toEqual(percents.slice(0, 10).toSorted((a, b) => b - a))
  expect(percents.reduce((sum, part) => sum + part, 0)).toBeCloseTo(100, 1)
  await expect(panel(page).locator('svg path').last()).toBeVisible()
  await expect(panel(page)).toContainText('Holdings as at')

  await panel(page).getByRole('heading').first().focus()
  const list = await codes(page)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page).toHaveURL(new RegExp(`stock=${list[1]}`))
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL('/finlist-hk')
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeVisible()
  await rows(page).nth(3).locator('th, td').nth(1).click()
  await expect(page).toHaveURL(new RegExp(`stock=${list[3]}`))
  await page.goBack()
  await expect(panel(page)).toBeHidden()
  await page.goto(`/finlist-hk?stock=${list[2]}`)
  await expect(panel(page)).toContainText(list[2]!)
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/finlist-hk')
})

test('on a slow machine each press of Alt+arrow moves the open panel by exactly one stock', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/finlist-hk')
  await firstRow(page).click()
  await expect(panel(page).locator('canvas').first()).toBeVisible()
  await panel(page).getByRole('heading').first().focus()
  const list = await codes(page)
  const slowly = await page.context().newCDPSession(page)
  await slowly.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  for (const [key, at] of [
    ...Array<[string, number][]>(4)
      .fill([
        ['Down', 1],
        ['Up', 0],
      ])
      .flat(),
    ['Down', 1],
  ] as const) {
    await page.keyboard.press(`Alt+Arrow${key}`)
    await expect(page).toHaveURL(new RegExp(`stock=${list[at]}`))
  }
})

test('each of the five markets has a dated issue and records its own views; only Hong Kong has CCASS data, and if the server refuses these, only their section is affected (CORE-02; FIN-02, 08, 09, 25; NOTE-10, 11, 15; AMB-84)', async ({
  page,
}) => {
  await signIn(page, 'friend', '/education')
  const never = '2021-09-01T00:00:00.000Z'
  const viewed = async () =>
    ((await kept(page, 'pageLastViewed')) as { finlist: Record<string, string> } | null)?.finlist
  for (const market of ['hk', 'us', 'jp', 'cn', 'tw']) {
    expect((await viewed())?.[market] ?? never).toBe(never)
    await page.goto(`/finlist-${market}`)
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByText(/Data as at \d+ \w+ \d{4}/)).toBeVisible()
    await expect(page.getByRole('main').getByRole('row').nth(5)).toBeVisible()
    const time = (await viewed())![market]!
    expect(Date.parse(time)).toBeGreaterThan(Date.parse(never))
    const links = page.getByRole('navigation', { name: 'FinList of other markets' }).getByRole('link')
    await expect(links).toHaveCount(market === 'hk' ? 0 : 4)
  }
  await page.goto('/finlist-us')
  const others = page.getByRole('navigation', { name: 'FinList of other markets' })
  await others.getByRole('link', { name: 'Japan' }).click()
  await expect(page).toHaveURL('/finlist-jp')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FinList Japan')

  await page.goto('/finlist-us')
  const calls = listen(page)
  await firstRow(page).click()
  await expect(panel(page).locator('canvas').first()).toBeVisible()
  await expect(panel(page)).not.toContainText('CCASS')
  expect(calls.some(({ call }) => call.includes('/ccass/'))).toBe(false)
  await page.route('**/api/ccass/finlist?**', route =>
    route.fulfill({ status: 403, json: { status: 'Forbidden', errors: [{ message: 'Forbidden' }] } }),
  )
  await page.goto('/finlist-hk')
  await firstRow(page).click()
  await expect(panel(page)).toContainText('CCASS holdings come with a FinList Hong Kong subscription.')
  await expect(panel(page).locator('canvas').first()).toBeVisible()
})

test('without the right to FinList one real row is shown, the others are masked, and a link leads to the plans (FIN-10, 26, 27, 28, 29)', {
  tag: '@core',
}, async ({ page }) => {
  await signIn(page, 'free')
  await expect(page.locator('tbody[aria-hidden] tr').first()).toBeAttached()
  const calls = listen(page)
  const answer = page.waitForResponse('**/api/free/finlist/HKEX')
  await page.reload()
  const { data } = (await (await answer).json()) as { data: { total: number; stockList: FinListStock[] } }
  const real = table(page).getByRole('row').filter({ hasText: data.stockList[0]!.stockName })
  await expect(real).toBeVisible()
  const fillers = page.locator('tbody[aria-hidden] tr')
  await expect(fillers).toHaveCount(Math.min(200, data.total - 1))
  const veil = await page.locator('tbody[aria-hidden]').evaluate(body => {
    const { filter, userSelect } = getComputedStyle(body)
    return { filter, userSelect }
  })
  expect(veil.filter).toContain('blur')
  expect(veil.userSelect).toBe('none')
  await real.click()
  await expect(panel(page)).toHaveCount(0)
  const notice = page.getByRole('region', { name: 'You can see one pick from this issue' })
  await expect(notice).toBeFocused()
  await fillers.nth(3).click({ force: true })
  await expect(panel(page)).toHaveCount(0)
  expect(calls.some(({ call }) => call.startsWith('GET /tvchart'))).toBe(false)
  await page.goto(`/finlist-hk?stock=${data.stockList[0]!.stockCode}`)
  await expect(real).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await notice.getByRole('link', { name: 'Subscribe now' }).click()
  await expect(page).toHaveURL('/subscribe')
})

test('a later visit requests the last viewed issue together with the dates; its first view loads at most 160 kB of JavaScript in at most 20 requests, and neither the chart engine nor the form library', async ({
  page,
  context,
}) => {
  await signIn(page, 'hk-yearly')
  await expect(rows(page).first()).toBeVisible()
  const { HKEX: newest } = (await kept(page, 'newestIssues')) as { HKEX: string }
  const isList = /\/api\/finlist\/HKEX\?issueDate=/
  const asked = page.waitForRequest(isList)
  await page.route('**/api/finlist/HKEX/issue-dates', async route => {
    await asked
    await route.continue()
  })
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  expect(new URL((await asked).url()).searchParams.get('issueDate')).toBe(newest)
  await letThrough(page, '**/api/finlist/HKEX/issue-dates')

  const older = await publish(page, () => undefined)
  const day = new URL(older, page.url()).searchParams.get('issueDate')!
  await page.evaluate(date => localStorage.setItem('newestIssues', JSON.stringify({ HKEX: date })), day)
  const lists: string[] = []
  page.on('request', request => {
    if (isList.test(request.url())) lists.push(new URL(request.url()).searchParams.get('issueDate')!)
  })
  await page.reload()
  await expect(page.getByRole('tabpanel')).toHaveAccessibleName(inWords(newest))
  await expect(rows(page).first()).toBeVisible()
  expect(lists).toEqual([day, newest])
  await expect.poll(() => kept(page, 'newestIssues')).toEqual({ HKEX: newest })

  await page.close()
  const fresh = await context.newPage()
  const client = await context.newCDPSession(fresh)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await fresh.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }))
  const sent: string[] = []
  const scripts: Request[] = []
  fresh.on('request', request => sent.push(new URL(request.url()).pathname))
  fresh.on('requestfinished', request => request.url().endsWith('.js') && scripts.push(request))
  const list = fresh.waitForResponse(/\/api\/finlist\/HKEX\?/)
  await fresh.goto('/finlist-hk')
  await list
  // The app's frame makes calls for its update dots, each preceded by a device check. These do not count as requests of
  // the list.
  const marks = sent.filter(path => /\/status\/(messages|last-updated)/.test(path)).length
  const toFirstView = sent.length - 2 * marks
  await expect(rows(fresh).first()).toBeVisible()
  await fresh.waitForLoadState('networkidle')
  const inline = await fresh.evaluate(() => [...document.scripts].map(({ text }) => text).join(''))
  const sizes = await Promise.all(scripts.map(request => request.sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, gzipSync(inline).length)
  const kilobytes = bytes / 1000
  console.log(
    `FinList first view: ${kilobytes.toFixed(1)} kB of JavaScript as sent, ${toFirstView} requests (${sent.length} with the shell's marks)`,
  )
  expect(kilobytes).toBeLessThanOrEqual(160)
  expect(toFirstView).toBeLessThanOrEqual(20)
  expect(scripts.map(request => request.url()).join()).not.toMatch(/candle-chart|use-call-form/)
})
