import type { FinderFilter, FinderStock } from '@finlist/contract/finder'
import { figuresIn } from '@finlist/domain/finlist/board-figures'
import { expect, type Page, test } from '@playwright/test'
import figureTexts from '../../apps/web/src/i18n/locales/en/figures.json' with { type: 'json' }
import { alert, listen, signIn, signInAs } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { letThrough } from '../held.ts'
import { errorsOf, newList, savedBy, withoutLists } from '../lists.ts'

// The tests share one account's filter sets, so they run one after the other.
test.describe.configure({ mode: 'default' })

const rows = (page: Page) => page.locator('tr[data-code]')
const tabs = (page: Page) => page.getByRole('tab')
const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
const columnField = (page: Page) => page.getByLabel('Column', { exact: true })
const operationField = (page: Page) => page.getByLabel('Operation', { exact: true })
const addFilter = (page: Page) => button(page, 'Add filter')
const addTab = (page: Page) => button(page, 'New filter set')
const score80: FinderFilter = { column: 'percival_score', operation: 'gte', from: 80, to: -1 }
const close50: FinderFilter = { column: 'close', operation: 'lt', from: 50, to: -1 }

/** Opens Finder for a user with these filter sets and no watchlists. Returns the ids of the sets. */
async function withSets(page: Page, sets: Record<string, FinderFilter[]> = {}, search = ''): Promise<number[]> {
  await withoutLists(page)
  const ids: number[] = []
  for (const [finderFilterSetName, filters] of Object.entries(sets)) {
    const body = { finderFilterSetName, filters }
    const made = await asPerson<{ finderFilterSetId: number }>(page, '/finder/filter-set/create', body)
    ids.push(made.finderFilterSetId)
  }
  await page.goto(`/finder-hk${search}`)
  await expect(columnField(page)).toBeVisible()
  return ids
}
async function fillFilter(page: Page, column: string, operation: string, from: string, to?: string) {
  await columnField(page).selectOption({ label: column })
  await operationField(page).selectOption({ value: operation })
  await page.getByLabel(to === undefined ? 'Value' : 'From', { exact: true }).fill(from)
  if (to !== undefined) await page.getByLabel('To', { exact: true }).fill(to)
}
const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
/** Makes every request that writes a filter set fail. */
const failing = (page: Page) =>
  page.route(/\/api\/finder\/filter-set\/(create|\d+)$/, route =>
    route.fulfill({ status: 500, json: { status: 'Error', errors: [{ message: 'No room in the barn' }] } }),
  )

test('subscribers of Hong Kong open Finder from FinList; each saved filter set is a tab, and at most five can be saved (FND-01, 02, 12, 14, 31, 32, 38; AMB-65)', {
  tag: '@core',
}, async ({ page }) => {
  await signIn(page, 'free', '/finder-hk')
  await expect(page.getByRole('alert')).toContainText('Whoops! Seems like you need to subscribe to see this content.')
  await page.context().clearCookies()
  await signIn(page, 'full-lists', '/finlist-hk')
  const sets = page.waitForResponse('**/api/finder/filter-set/user')
  const calls = listen(page)
  await page.getByRole('main').getByRole('link', { name: 'Finder' }).click()
  await expect(page).toHaveURL('/finder-hk')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Finder')
  const { data } = (await (await sets).json()) as {
    data: { finderFilterSetId: number; finderFilterSetName: string; filters: FinderFilter[] }[]
  }
  expect(data).toHaveLength(5)
  await expect(tabs(page)).toHaveText(data.map(set => new RegExp(set.finderFilterSetName)))
  await expect(page.getByRole('tab', { selected: true })).toHaveCount(0)
  await expect(addTab(page)).toHaveCount(0)
  for (const at of [1, 3]) {
    await tabs(page).nth(at).click()
    await expect(tabs(page).nth(at)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(1)
    await expect(chips(page)).toHaveCount(data[at]!.filters.length)
    await expect(rows(page).first()).toBeVisible()
    await expect.poll(() => calls.findLast(({ call }) => call === 'POST /finder/HKEX')!.body).toEqual(data[at]!.filters)
  }
})

test('a filter needs a column, an operation and values, and each column has at most one filter; empty states and rows show the right content (FND-03, 04, 07, 08, 10, 11, 13, 18, 19, 20, 21, 22)', async ({
  page,
}) => {
  await signInAs(page, 'hk-monthly')
  await withSets(page)
  const calls = listen(page)
  const posted = () => calls.findLast(({ call }) => call === 'POST /finder/HKEX')!.body
  await expect(columnField(page).getByRole('option')).toHaveText([
    'Choose a column', 'Ticker', 'Sub-sector', 'Close', 'Change', 'Volume', 'Percival Score', 'Pattern',
    ...figuresIn('finder').map(name => figureTexts[name]),
  ]) // biome-ignore format: a list
  await expect(operationField(page).getByRole('option')).toHaveText([
    'Choose an operation', '> more than', '≥ at least', '< less than', '≤ at most', 'between',
  ]) // biome-ignore format: a list
  await expect(addFilter(page)).toBeDisabled()
  await columnField(page).selectOption({ label: 'Close' })
  await expect(addFilter(page)).toBeDisabled()
  await operationField(page).selectOption('between')
  await page.getByLabel('From', { exact: true }).fill('5')
  await expect(addFilter(page)).toBeDisabled()
  await page.getByLabel('To', { exact: true }).fill('4')
  await expect(addFilter(page)).toBeDisabled()
  await page.getByLabel('To', { exact: true }).fill('500')
  await addFilter(page).click()
  await expect(chips(page)).toHaveText(['Close 5 to 500'])
  await expect(rows(page).first()).toBeVisible()
  expect(posted()).toEqual([{ column: 'close', operation: 'between', from: 5, to: 500 }])
  await fillFilter(page, 'Volume', 'gte', '0.5M')
  await addFilter(page).click()
  await expect(chips(page)).toHaveText(['Close 5 to 500', 'Volume ≥ 0.50M'])
  await expect.poll(posted).toEqual([
    { column: 'close', operation: 'between', from: 5, to: 500 },
    { column: 'volume', operation: 'gte', from: 500_000, to: -1 },
  ])
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  const volumes = await rows(page).locator('td:nth-child(5)').allInnerTexts()
  expect(volumes.every(text => Number.parseFloat(text.replaceAll(',', '')) >= 0.5 || text.endsWith('B'))).toBe(true)

  await chips(page).first().getByRole('button', { name: 'Close 5 to 500', exact: true }).click()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('5')
  await page.getByLabel('To', { exact: true }).fill('50')
  await button(page, 'Change filter').click()
  await expect(chips(page)).toHaveText(['Close 5 to 50', 'Volume ≥ 0.50M'])
  await chips(page).first().getByRole('button', { name: 'Remove Close 5 to 50' }).click()
  await expect(chips(page)).toHaveText(['Volume ≥ 0.50M'])
  await expect.poll(posted).toEqual([{ column: 'volume', operation: 'gte', from: 500_000, to: -1 }])
  await test.step('an industry is picked from those on the list, and a ticker is typed', async () => {
    await button(page, 'Clear').click()
    await columnField(page).selectOption({ label: 'Sub-sector' })
    const industries = page.getByLabel('Sub-sector', { exact: true })
    await expect(industries.getByRole('option').nth(1)).toBeAttached()
    const name = await industries.getByRole('option').nth(1).innerText()
    await industries.selectOption({ index: 1 })
    const answer = page.waitForResponse(
      response => response.url().endsWith('/api/finder/HKEX') && response.request().postData()!.includes(name),
    )
    await addFilter(page).click()
    await expect(chips(page)).toHaveText([`Sub-sector: ${name}`])
    const found = ((await (await answer).json()) as { data: FinderStock[] }).data
    expect((await answer).request().postDataJSON()).toEqual([
      { column: 'subSector', operation: 'between', from: name, to: name },
    ])
    expect(new Set(found.map(({ subSector }) => subSector))).toEqual(new Set([name]))
    await button(page, 'Clear').click()
    await fillFilter(page, 'Ticker', 'lte', '700')
    await addFilter(page).click()
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
    const codes = await rows(page).evaluateAll(all => all.map(row => Number(row.getAttribute('data-code'))))
    expect(Math.max(...codes)).toBeLessThanOrEqual(700)
  })

  await test.step('a message is shown when there are no filters and when nothing matches', async () => {
    await withSets(page, { Mine: [score80] })
    await expect(page.getByText('Add and apply filters to begin screening')).toBeVisible()
    for (const name of ['Save', 'Save as…', 'Clear']) await expect(button(page, name)).toBeDisabled()
    await fillFilter(page, 'Close', 'gt', '99999999')
    await addFilter(page).click()
    await expect(page.getByText('No records found')).toBeVisible()
    await expect(button(page, 'Save')).toBeDisabled()
    for (const name of ['Save as…', 'Clear']) await expect(button(page, name)).toBeEnabled()
    await tabs(page).first().click()
    await expect(button(page, 'Save')).toBeEnabled()
    await button(page, 'Clear').click()
    await expect(chips(page)).toHaveCount(0)
    await expect(page.getByText('Add and apply filters to begin screening')).toBeVisible()
    for (const name of ['Save', 'Save as…', 'Clear']) await expect(button(page, name)).toBeDisabled()
  })

  await test.step('a row’s content, the count and the date of the list are shown', async () => {
    const answer = page.waitForResponse(
      response => response.url().endsWith('/api/finder/HKEX') && response.request().postData()!.includes('"from":50'),
    )
    await page.goto('/finder-hk?filter=percival_score:gte:50')
    const { data } = (await (await answer).json()) as { data: FinderStock[] }
    expect(Object.keys(data[0]!)).toEqual(
      expect.arrayContaining([
        'stockCode', 'watchlistData', 'issueDate', 'close', 'closeChange', 'volume', 'volumeChange', 'percivalScore',
      ]),
    ) // biome-ignore format: a list
    await expect(rows(page)).toHaveCount(data.length)
    await expect(page.getByRole('main')).toContainText(`${data.length} records · Data as at `)
    const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
    await expect(head('Ticker')).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByRole('columnheader').getByRole('button', { name: /[^?]$/ })).toHaveCount(6)
  })
})

test('“Save” writes to the active filter set; “Save as” creates a new one or overwrites another (FND-15, 16, 26, 33, 34)', async ({
  page,
}) => {
  await signInAs(page, 'hk-monthly')
  const [first, second] = await withSets(page, { First: [score80], Second: [close50] })
  const calls = listen(page)
  const saved = () => calls.findLast(({ call }) => call.startsWith('POST /finder/filter-set/'))
  await tabs(page).first().click()
  await fillFilter(page, 'Close', 'lt', '50')
  await addFilter(page).click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  expect(saved()).toMatchObject({
    call: `POST /finder/filter-set/${first}`,
    body: { finderFilterSetName: 'First', filters: [score80, close50] },
  })

  await button(page, 'Save as…').click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toContainText('Please choose where to save')
  await dialog(page).getByRole('combobox').selectOption({ label: 'Replace “Second”' })
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(tabs(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  expect(saved()).toMatchObject({
    call: `POST /finder/filter-set/${second}`,
    body: { finderFilterSetName: 'Second', filters: [score80, close50] },
  })

  await button(page, 'Save as…').click()
  await dialog(page).getByRole('combobox').selectOption({ label: 'A new filter set' })
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  expect(await alert(page)).toBe('Please enter a valid name')
  await dialog(page).getByLabel('Filter set name').fill('Third')
  const answer = page.waitForResponse('**/api/finder/filter-set/create')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  expect(await (await answer).json()).toMatchObject({ status: 'success' })
  await expect(tabs(page)).toHaveText([/First/, /Second/, /Third/])
  await expect(tabs(page).nth(2)).toHaveAttribute('aria-selected', 'true')
  expect(saved()).toMatchObject({
    call: 'POST /finder/filter-set/create',
    body: { finderFilterSetName: 'Third', filters: [score80, close50] },
  })
})

test('at most five filter sets can be saved; sets can be renamed and deleted; failed saves are logged and shown (FND-02, 17, 23, 24, 25, 26, 30, 35, 37)', async ({
  page,
}) => {
  await signInAs(page, 'hk-monthly')
  await test.step('a sixth set is refused on the screen and on the server', async () => {
    const all = Object.fromEntries(['1', '2', '3', '4'].map(name => [name, [score80]]))
    await withSets(page, all, '?filter=close:lt:50')
    await expect(addTab(page)).toBeVisible()
    await addTab(page).click()
    await dialog(page).getByRole('textbox').fill('5')
    await page.keyboard.press('Enter')
    await expect(tabs(page)).toHaveCount(5)
    await expect(tabs(page).nth(4)).toHaveAttribute('aria-selected', 'true')
    await expect(chips(page)).toHaveText(['Close < 50'])
    await expect(addTab(page)).toHaveCount(0)
    await button(page, 'Save as…').click()
    await expect(dialog(page).getByRole('option', { name: 'A new filter set' })).toBeDisabled()
    const sixth = asPerson(page, '/finder/filter-set/create', { finderFilterSetName: '6', filters: [score80] })
    await expect(sixth).rejects.toThrow(/"http": 400/)
  })

  await test.step('a set is renamed by a prompt, in which Cancel does nothing, and deleted after a confirmation', async () => {
    const [id] = await withSets(page, { Mine: [score80] }, '?filter=close:lt:50')
    const calls = listen(page)
    const writes = () => calls.filter(({ call }) => /filter-set\/(create|\d+)/.test(call)).map(({ call }) => call)
    await addTab(page).click()
    await dialog(page).getByRole('textbox').fill('  ')
    await page.keyboard.press('Enter')
    expect(await alert(page)).toBe('Please enter a valid name')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await tabs(page).first().click()
    await menuOf(page, 'Mine', 'Rename')
    await expect(dialog(page).getByRole('textbox')).toHaveValue('Mine')
    await dialog(page).getByRole('textbox').fill('')
    await dialog(page).getByRole('button', { name: 'OK' }).click()
    expect(await alert(page)).toBe('Please enter a valid name')
    await dialog(page).getByRole('textbox').fill('Other')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
    expect(writes()).toEqual([])
    await menuOf(page, 'Mine', 'Rename')
    await dialog(page).getByRole('textbox').fill('Ours')
    await dialog(page).getByRole('button', { name: 'OK' }).click()
    await expect(tabs(page)).toHaveText([/Ours/])

    await menuOf(page, 'Ours', 'Delete')
    await expect(question(page)).toContainText('Are you sure you want to delete this filter set?')
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await menuOf(page, 'Ours', 'Delete')
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expect(tabs(page)).toHaveCount(0)
    await expect(page).not.toHaveURL(/set=/)
    await expect(button(page, 'Save')).toBeDisabled()
    expect(writes()).toEqual([`POST /finder/filter-set/${id}`, `GET /finder/filter-set/${id}/delete`])
  })

  await test.step('failed saves are logged and shown', async () => {
    await withSets(page, { Mine: [score80] })
    await tabs(page).first().click()
    await expect(rows(page).first()).toBeVisible()
    const errors = errorsOf(page)
    await failing(page)
    const told = async (times: number) => {
      expect(await alert(page)).toBe('No room in the barn')
      await expect.poll(() => errors.filter(text => text.includes('No room in the barn')).length).toBe(times)
    }
    await button(page, 'Save').click()
    await told(1)
    await button(page, 'Save as…').click()
    await dialog(page).getByRole('combobox').selectOption({ label: 'Replace “Mine”' })
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await told(2)
    await page.keyboard.press('Escape')
    await menuOf(page, 'Mine', 'Rename')
    await dialog(page).getByRole('button', { name: 'OK' }).click()
    await told(3)
    await expect(question(page)).toHaveCount(0)
  })
})

test('a row opens its stock’s panel, where the stock can be added to a watchlist and removed again (FND-06, 36)', {
  tag: '@core',
}, async ({ page }) => {
  await signInAs(page, 'hk-monthly')
  await withSets(page, {}, '?filter=percival_score:gte:50')
  const id = await newList(page, 'Growth')
  const first = rows(page).first()
  await first.getByRole('button').first().click()
  await expect(first.getByRole('button').first()).toHaveAttribute('aria-expanded', 'true')
  const details = first.locator('xpath=following-sibling::tr[1]')
  await expect(details.locator('canvas').first()).toBeVisible()
  await expect(details).toContainText((await first.locator('th, td').nth(1).innerText()).trim())
  await expect(details).toContainText('Sub-sector')
  await expect(details).toContainText('Not in any watchlist yet.')
  await details.getByRole('button', { name: 'Add to watchlist' }).click()
  await dialog(page).getByRole('combobox').selectOption({ label: 'Growth' })
  await dialog(page).getByLabel('Shares').fill('100')
  await dialog(page).getByRole('button', { name: 'Add to watchlist' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(first.locator('[data-own]')).toHaveCount(1)
  const calls = listen(page)
  await details.getByRole('button', { name: 'Remove from “Growth”' }).click()
  await expect(question(page)).toContainText('Are you sure you want to remove the stock from your watchlist?')
  await question(page).getByRole('button', { name: 'Remove' }).click()
  await expect(first.locator('[data-own]')).toHaveCount(0)
  expect(calls.find(({ call }) => call.startsWith('GET /watchlist/'))!.call).toMatch(
    new RegExp(`^GET /watchlist/${id}/\\d+/delete$`),
  )
  await first.locator('th, td').nth(2).click()
  await expect(details.locator('canvas')).toHaveCount(0)
})

test('the number of matches updates while the user types, the address contains all of the screen’s state, and the result can be exported as CSV', async ({
  page,
}) => {
  await signInAs(page, 'hk-monthly')
  await test.step('matches are counted during typing, with one call at a time and none repeated', async () => {
    await withSets(page)
    let under = 0
    let most = 0
    const asked: string[] = []
    await page.route('**/api/finder/HKEX', async route => {
      asked.push(route.request().postData()!)
      most = Math.max(most, ++under)
      await route.continue()
    })
    const ended = (request: { url: () => string }) => {
      if (request.url().endsWith('/api/finder/HKEX')) under--
    }
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
    const count = page.getByText(/^\d+ match(es)?$/)
    await columnField(page).selectOption({ label: 'Percival Score' })
    await operationField(page).selectOption('gte')
    const value = page.getByLabel('Value', { exact: true })
    await value.pressSequentially('80', { delay: 30 })
    await expect(count).toBeVisible()
    const strong = await count.innerText()
    await value.fill('0')
    await expect(count).not.toHaveText(strong)
    await value.fill('80')
    await expect(count).toHaveText(strong)
    await addFilter(page).click()
    await expect(page.getByRole('main')).toContainText(`${Number.parseInt(strong, 10)} records`)
    expect(asked).toEqual([...new Set(asked)])
    expect(most).toBe(1)
    await letThrough(page, '**/api/finder/HKEX')
  })

  await test.step('filters, order and the open row are kept in the address; the back button undoes a step', async () => {
    await withSets(page, {}, '?filter=percival_score:gte:20&filter=close:gt:0&sort=-volumeChange')
    await rows(page).nth(2).locator('th, td').nth(1).click()
    await expect(page).toHaveURL(/&stock=/)
    const address = page.url()
    const order = await rows(page).evaluateAll(all => all.map(row => row.getAttribute('data-code')))
    const other = await page.context().newPage()
    await other.goto(address)
    await expect(chips(other)).toHaveText(['Percival Score ≥ 20', 'Close > 0'])
    await expect(rows(other)).toHaveCount(order.length)
    expect(await rows(other).evaluateAll(all => all.map(row => row.getAttribute('data-code')))).toEqual(order)
    await expect(rows(other).nth(2).getByRole('button').first()).toHaveAttribute('aria-expanded', 'true')
    await other.close()
    await page.goBack()
    await expect(page).not.toHaveURL(/stock=/)
    // The number of stocks that rose on heavy volume differs from day to day.
    await withSets(page)
    await page.getByRole('button', { name: /^Up on heavy volume/ }).click()
    await expect(page).toHaveURL('/finder-hk?filter=percival_score:gte:80&filter=closeChange:gt:0&sort=-volumeChange')
    await page.goBack()
    await expect(page.getByText('Add and apply filters to begin screening')).toBeVisible()
  })

  await test.step('six presets are explained, the result is exported as CSV in its order, and the entire market can be screened', async () => {
    await withSets(page)
    await expect(page.getByRole('region', { name: 'Or start with one of these' }).getByRole('listitem')).toHaveCount(7)
    await page.getByRole('button', { name: /^Leaders/ }).click()
    await expect(rows(page).first()).toBeVisible()
    const order = await rows(page).evaluateAll(all => all.map(row => row.getAttribute('data-code')))
    const { name, text } = await savedBy(page, () => button(page, 'Export as CSV').click())
    expect(name).toMatch(/^finder \d{4}-\d\d-\d\d Demo data\.csv$/)
    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toContain('stockCode,stockName,stockNameZh')
    expect(lines.map(line => line.split(',')[0])).toEqual(order)
    await page.goto('/finder-hk?scope=board&filter=close:gt:0')
    await expect(page.getByRole('main')).toContainText(/Prices as at .*\. List data from the .* issue/)
    expect(
      Number((await page.locator('output').filter({ hasText: 'records' }).innerText()).split(' ')[0]),
    ).toBeGreaterThan(100)
  })
})
