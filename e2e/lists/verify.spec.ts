import { gzipSync } from 'node:zlib'
import type { FinListStock } from '@finlist/contract/finlist'
import type { Changes } from '@finlist/contract/reasons'
import { expect, type Page, test } from '@playwright/test'
import { signInAs } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { noViolations } from '../shell/accessibility.ts'

const check = (page: Page) => page.getByRole('button', { name: 'Check the record' }).click()
const sound = (page: Page) => page.getByText(/^[\d,]+ entries, no faults/)
const isOfVerify = /\/assets\/(VerifyScreen|check\.worker|again\.worker|PickCheck|check-pick\.worker)-.*\.js/

test('a visitor without an account checks the whole record, saves its head, and later verifies that the record continues from that head', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/verify')
  await check(page)
  await expect(sound(page)).toBeVisible()
  await expect(page.getByText('The server’s signed checkpoint matches this record.')).toBeVisible()
  await expect(page.getByText(/^The contents of \d+ entries are not public yet/)).toBeVisible()
  await expect(page.getByText(/^It reports the outcomes of [\d,]+ picks: each was listed before/)).toBeVisible()
  const line = await page.locator('code').innerText()
  expect(line).toMatch(/^\S+\/finlist-record \d+ [0-9a-f]{64}$/)
  await noViolations(page)

  await page.getByLabel('The head from an earlier check, if you have one').fill(line)
  await check(page)
  await expect(page.getByText('It continues from your earlier head.')).toBeVisible()
  await page
    .getByLabel('The head from an earlier check, if you have one')
    .fill(line.replace(/[0-9a-f]{64}$/, 'ab'.repeat(32)))
  await check(page)
  await expect(page.getByText('A fork: two records differ from here on.')).toBeVisible()
})

test('the Verify page reports a line that was changed in transit', async ({ page }) => {
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
  await expect(page.getByText('Changed: the line does not match its hash.')).toBeVisible()
})

test('a subscriber can reproduce the method’s list in the browser, byte for byte; without the market’s plan, the page explains that a plan is needed', async ({
  page,
}) => {
  await signInAs(page, 'hk-yearly')
  await page.goto('/verify')
  await check(page)
  await expect(sound(page)).toBeVisible()
  await chooseOfDemo(page)
  await page.getByRole('button', { name: 'Recreate it from our prices' }).click()
  await expect(page.getByText(/^Recreated from [\d,]+ stocks: identical, byte for byte\.$/)).toBeVisible({
    timeout: 60_000,
  })
  await page.getByLabel('Market').selectOption({ label: 'US' })
  await page.getByRole('button', { name: 'Recreate it from our prices' }).click()
  await expect(
    page.getByText('To see this list and our prices you need a plan for this market.', { exact: false }),
  ).toBeVisible()
})

/**
 * Chooses a list that the demo made by the method. It is recognised by its time, 18:00, because another story may have
 * published a newer list.
 */
async function chooseOfDemo(page: Page) {
  const issue = page.getByLabel('Issue', { exact: true })
  await issue.selectOption(await issue.locator('option', { hasText: ', 18:00' }).first().getAttribute('value'))
}

/** The names of the record check's scripts, collected as the page loads them. */
function scriptsOf(page: Page): Set<string> {
  const names = new Set<string>()
  page.on('request', request => {
    const [name] = isOfVerify.exec(request.url()) ?? []
    if (name) names.add(name)
  })
  return names
}
/**
 * The gzipped size of the scripts. Fetches the scripts again, because a browser does not report the size of cached
 * responses.
 */
async function sizeOf(page: Page, names: Iterable<string>): Promise<number> {
  let sum = 0
  for (const name of names) sum += gzipSync(await (await page.request.get(name)).body()).length
  return sum
}

test('the Verify page’s scripts are at most 12 kB, as is the script that reproduces a list; other pages load neither of them', async ({
  page,
}) => {
  const scripts = scriptsOf(page)
  await page.goto('/method')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect([...scripts]).toEqual([])
  await signInAs(page, 'hk-yearly')
  await page.goto('/verify')
  await check(page)
  await expect(sound(page)).toBeVisible()
  const all = await sizeOf(page, scripts)
  expect(all).toBeGreaterThan(4_000)
  expect(all).toBeLessThanOrEqual(12_000)
  const again = () => [...scripts].filter(name => name.includes('again.worker'))
  await chooseOfDemo(page)
  await page
    .getByLabel(/^From your own prices/)
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
  await expect.poll(() => again().length).toBe(1)
  expect(await sizeOf(page, again())).toBeLessThanOrEqual(12_000)
})

test('checking a pick in its panel loads at most 5 kB of data, and the code for it loads only on demand', async ({
  page,
}) => {
  const scripts = scriptsOf(page)
  const told: number[] = []
  page.on('response', async response => {
    if (response.url().includes('/api/record/pick/')) told.push((await response.request().sizes()).responseBodySize)
  })
  await signInAs(page, 'hk-yearly')
  await page.goto('/finlist-hk')
  // Another story may have published its own list, so the newest issue may not be the method's.
  const dates = await asPerson<string[]>(page, '/finlist/HKEX/issue-dates')
  for (const date of dates) {
    const { method } = await asPerson<Changes>(page, `/finlist/HKEX/changes?issueDate=${date}`)
    if (method === null) continue
    const [pick] = await asPerson<FinListStock[]>(page, `/finlist/HKEX?issueDate=${date}`)
    await page.goto(`/finlist-hk?issueDate=${date}&stock=${pick!.stockCode}`)
    break
  }
  const panel = page.getByRole('dialog')
  const button = panel.getByRole('button', { name: 'Check this pick' })
  await expect(button).toBeVisible()
  expect([...scripts]).toEqual([])
  await button.click()
  await expect(
    panel.getByText(/^Recreated from \d+ days of prices: identical to entry [\d,]+ of the record\.$/),
  ).toBeVisible()
  await expect(panel.getByText(/Some values depend on other stocks/)).toBeVisible()
  await noViolations(page)
  expect(told).toHaveLength(1)
  expect(told[0]).toBeLessThanOrEqual(5_000)
  expect(await sizeOf(page, scripts)).toBeLessThanOrEqual(12_000)
})

test('the titles of all lists are available as an Atom feed that a browser can read, linked from the track record', async ({
  page,
}) => {
  await page.goto('/track-record-hk')
  const link = page.getByRole('link', { name: 'Atom feed of the lists' })
  await expect(link).toHaveAttribute('href', '/finlist.atom?lang=en')
  for (const lang of ['en', 'zh']) {
    const feed = await page.evaluate(async address => {
      const text = await (await fetch(address)).text()
      const read = new DOMParser().parseFromString(text, 'application/xml')
      const of = (parent: Element, name: string) =>
        [...parent.children].filter(child => child.localName === name).map(child => child.textContent)
      const root = read.documentElement
      return {
        broken: read.querySelector('parsererror') !== null,
        root: `${root.namespaceURI} ${root.localName}`,
        once: ['id', 'title', 'updated', 'author'].map(name => of(root, name).length),
        entries: [...root.getElementsByTagName('entry')].map(entry => ({
          once: ['id', 'title', 'updated', 'published', 'content'].map(name => of(entry, name).length),
          id: of(entry, 'id')[0]!,
          updated: of(entry, 'updated')[0]!,
        })),
      }
    }, `/finlist.atom?lang=${lang}`)
    expect(feed).toMatchObject({ broken: false, root: 'http://www.w3.org/2005/Atom feed', once: [1, 1, 1, 1] })
    expect(feed.entries.length).toBeGreaterThan(20)
    for (const { once, updated } of feed.entries) {
      expect(once).toEqual([1, 1, 1, 1, 1])
      expect(updated).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
    }
    expect(new Set(feed.entries.map(({ id }) => id)).size).toBe(feed.entries.length)
  }
})
