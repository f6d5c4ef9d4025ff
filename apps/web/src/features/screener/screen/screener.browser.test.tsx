import type { Screened } from '@finlist/contract/screener'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deferred } from '../../../../test/deferred.ts'
import { screened, screenerAnswers, valueOf } from '../../../../test/screener.ts'
import { codes, dialog, field, showScreener } from '../../../../test/screener-page.tsx'
import { addressNow, doubleText, goBack, looks, noViolations, sticksOut } from '../../../../test/show.tsx'
import { currentAlert } from '../../../components/notices/show-alert.ts'

const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
const main = () => page.getByRole('main')
const atOf = (code: string) => (Number(code) - 5) / 7
const rowsAsked = (sent: { call: string; body: unknown }[]) =>
  sent.filter(({ call, body }) => call === 'POST /screener' && (body as { most?: number }).most !== 0)

test('the matches state their number, the day of the prices, and every figure that the query reads', async () => {
  await showScreener({ query: 'rs > 60 and tight < 5' })
  await expect.element(main()).toMatchTextContent(/\d+ of 240 stocks · closing prices of 27 Nov 2026/)
  await expect.element(head('Range of closes')).toBeVisible()
  const expected = screened({ markets: ['HKEX'], query: 'rs > 60 and tight < 5' }).matched
  await expect.poll(() => codes().length).toBe(expected)
})

test('a stock that last traded on an earlier day says so, and an unknown figure is a dash', async () => {
  await showScreener({ path: '/screener?markets=hk&sort=code' })
  await expect.poll(codes).toContain('0026')
  const row = (code: string) => document.querySelector(`tr[data-code="${code}"]`)!.textContent
  expect(row('0026')).toContain('Last traded 24 Nov 2026')
  const unknown = codes().find(code => valueOf('rs', atOf(code)) === null)!
  expect(row(unknown)).toContain('–')
})

test('each column head sorts, the largest values first, and reverses', async () => {
  const sent = await showScreener()
  await expect.element(head('RS rank')).toHaveAttribute('aria-sort', 'descending')
  await head('vs 50-day').getByRole('button').click()
  await expect.element(head('vs 50-day')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(addressNow).toContain('sort=-dist50')
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull()
  const values = () => codes().map(code => Number(valueOf('dist50', atOf(code))))
  expect(values()).toEqual(values().toSorted((a, b) => b - a))
  await userEvent.keyboard('{Enter}')
  await expect.poll(addressNow).toContain('sort=dist50')
  await expect
    .poll(() => rowsAsked(sent).map(({ body }) => (body as { sort: unknown }).sort))
    .toEqual([
      { by: 'rs', down: true },
      { by: 'dist50', down: true },
      { by: 'dist50', down: false },
    ])
})

test('a hundred rows are requested at a time, the next as the end of the list comes near', async () => {
  const sent = await showScreener()
  expect(codes().length).toBeLessThanOrEqual(100)
  expect(rowsAsked(sent)).toHaveLength(1)
  await expect.poll(() => codes().length).toBe(100)
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => codes().length).toBe(200)
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => codes().length).toBe(240)
  expect(rowsAsked(sent).map(({ body }) => (body as { from: number }).from)).toEqual([0, 100, 200])
  expect(new Set(codes()).size).toBe(240)
})

test('a press on a row opens the stock’s chart', async () => {
  await showScreener({ query: 'rs > 90' })
  const code = codes()[0]!
  await page.getByRole('row').nth(1).getByRole('cell').first().click()
  await expect.poll(addressNow).toBe(`/interactive-chart?symbol=HKEX%3A${code}`)
})

test('the address restores markets, scope, query, columns, sort and row height, and the back button an earlier query', async () => {
  const path = '/screener?q=rs+%3E+50&markets=hk,us&scope=list&cols=sector,price&sort=name&rows=compact'
  const sent = await showScreener({ path })
  expect(rowsAsked(sent)[0]!.body).toEqual({
    markets: ['HKEX', 'US'],
    scope: 'list',
    query: 'rs > 50',
    columns: ['sector', 'price', 'rs'],
    sort: { by: 'name', down: false },
    from: 0,
  })
  await expect.element(page.getByRole('checkbox', { name: 'US' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Newest list' })).toBeChecked()
  await expect.element(field()).toHaveValue('rs > 50')
  expect(document.querySelector('table')!.dataset['compact']).toBe('true')
  await field().fill('rs > 90')
  await userEvent.keyboard('{Enter}')
  await expect.poll(addressNow).toContain('q=rs+%3E+90')
  await goBack()
  await expect.element(field()).toHaveValue('rs > 50')
})

test('without markets in the address, the user’s own market is screened, and a copied link names it', async () => {
  await showScreener({ path: '/screener' })
  const written: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void written.push(text) },
  })
  await page.getByText('US', { exact: true }).click()
  await expect.poll(addressNow).toContain('markets=hk,us')
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect(written).toEqual([`${location.origin}/screener?markets=hk,us&sort=-rs`])
})

test('every match is exported, with the names of figures in queries as heads; a market that may not be passed on is left out', async () => {
  const files: { name: string; blob: Blob }[] = []
  const [make, click] = [URL.createObjectURL, HTMLAnchorElement.prototype.click]
  let made: Blob
  URL.createObjectURL = blob => make.call(URL, (made = blob as Blob))
  HTMLAnchorElement.prototype.click = function () {
    files.push({ name: this.download, blob: made })
  }
  onTestFinished(() => {
    URL.createObjectURL = make
    HTMLAnchorElement.prototype.click = click
  })
  const { exchange, ...of } = { exchange: 'HKEX' as const, date: '2026-11-27', total: 240, matched: 2 }
  const row = { exchange, stockName: '=Name', stockNameZh: '名' }
  let markets: object[] = [
    { exchange, ...of },
    { exchange: 'US', date: null, total: 0, matched: 0, leftOut: 'source-use' },
  ]
  const sent = await showScreener({
    path: '/screener?markets=hk,us&cols=price,listed',
    answers: screenerAnswers([], {
      'POST /screener/export': () => ({
        data: {
          markets,
          rows: [
            { ...row, stockCode: '0005', values: [60.5, true] },
            { ...row, stockCode: '0700', tradedOn: '2026-11-20', values: [null, false] },
          ],
        },
      }),
    }),
  })
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await expect.poll(() => files.length).toBe(1)
  expect(files[0]!.name).toBe('screen hk 2026-11-27.csv')
  expect(await files[0]!.blob.text()).toBe(
    [
      'market,stockCode,stockName,stockNameZh,priceDate,price,listed',
      `HKEX,0005,'=Name,名,2026-11-27,60.5,1`,
      `HKEX,0700,'=Name,名,2026-11-20,,0`,
      '',
    ].join('\r\n'),
  )
  expect(sent.find(({ call }) => call === 'POST /screener/export')?.body).toMatchObject({
    markets: ['HKEX', 'US'],
    columns: ['price', 'listed'],
  })
  markets = markets.map(market => ({ ...market, leftOut: 'source-use' }))
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await expect.poll(() => currentAlert()?.message).toContain('do not allow their prices to be passed on')
  currentAlert()!.done()
  expect(files).toHaveLength(1)
})

test('columns are chosen and ordered, and the address keeps them', async () => {
  await showScreener()
  await page.getByRole('button', { name: 'Columns' }).click()
  await dialog().getByRole('checkbox', { name: 'Sector', exact: true }).click()
  await dialog().getByRole('checkbox', { name: 'Volatility, 60 days' }).click()
  await expect.poll(addressNow).toContain('cols=price,change1d,changeytd,rs,dist50,volumex,base,volatility')
  await userEvent.keyboard('{Escape}')
  await expect.element(head('Volatility')).toBeVisible()
  expect(head('Sector').elements()).toEqual([])
})

test('the last market cannot be removed, and one that the plan lacks is marked', async () => {
  await showScreener()
  await page.getByText('Hong Kong', { exact: true }).first().click()
  await expect.element(page.getByRole('checkbox', { name: 'Hong Kong' })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Japan (not in your plan)' })).toBeVisible()
  await page.getByText('US', { exact: true }).click()
  await expect.poll(addressNow).toBe('/screener?markets=hk,us')
  await expect.element(head('Market')).toBeVisible()
})

test('an earlier week shows what followed first, and is kept in the address', async () => {
  const sent = await showScreener({ query: 'rs > 60' })
  await page.getByLabelText('As of').selectOptions('13 weeks ago')
  await expect.poll(addressNow).toMatch(/on=\d{4}-\d\d-\d\d/)
  const on = new URLSearchParams(addressNow().split('?')[1]).get('on')!
  expect(Date.now() - Date.parse(on)).toBeGreaterThan(90 * 86_400_000)
  await expect.element(head('Since then')).toBeVisible()
  await expect
    .element(main())
    .toMatchTextContent(
      /Median change since then: matches \+4.20%, all stocks screened \+1.13%. 3 matches have no price today/,
    )
  await expect.element(main()).toMatchTextContent(/as they were known at the end of that week/)
  const { body } = rowsAsked(sent).at(-1)!
  expect(body).toMatchObject({ on, columns: expect.arrayContaining(['since']) })
  await page
    .getByRole('button', { name: 'Edit this condition' })
    .or(page.getByRole('button', { name: /RS rank/ }))
    .first()
    .click()
  await expect
    .poll(() => sent.filter(({ body }) => (body as { most?: number } | undefined)?.most === 0).length)
    .toBeGreaterThan(0)
  for (const { body } of sent.filter(({ body }) => (body as { most?: number } | undefined)?.most === 0))
    expect(body).toMatchObject({ on })
  await userEvent.keyboard('{Escape}')
  await page.getByLabelText('As of').selectOptions('Another day…')
  await page.getByLabelText('Day', { exact: true }).fill('2024-03-15')
  await expect.poll(addressNow).toContain('on=2024-03-15')
  await page.getByLabelText('As of').selectOptions('Newest prices')
  await expect.poll(addressNow).not.toContain('on=')
  await expect.poll(() => head('Since then').query()).toBeNull()
})

test('each market that is left out is named with the reason', async () => {
  const answers = screenerAnswers([], {
    'POST /screener': body => {
      const { markets, ...all } = screened({ ...(body as object), markets: ['HKEX'] } as never)
      const out = (exchange: 'US' | 'JP' | 'CN' | 'TW', leftOut: Screened['markets'][number]['leftOut']) => ({
        exchange,
        date: null,
        total: 0,
        matched: 0,
        leftOut,
      })
      return {
        data: {
          ...all,
          markets: [
            ...markets,
            out('US', 'figure'),
            out('JP', 'right'),
            out('CN', 'source-use'),
            out('TW', 'no-prices'),
          ],
        },
      }
    },
  })
  await showScreener({ path: '/screener?markets=hk,us,jp,cn,tw', answers })
  for (const said of [
    'US is left out: your plan does not include one of the query’s figures there.',
    'Japan is left out: your plan does not include it.',
    'China A-shares is left out: its source does not permit showing you its prices.',
    'Taiwan is left out: it has no prices yet.',
  ])
    await expect.element(main()).toMatchTextContent(said)
  expect(page.getByRole('link', { name: 'See plans' }).elements()).toHaveLength(2)
})

test('one of the user’s watchlists can be screened', async () => {
  const lists = [
    { watchlistId: 4, watchlistName: 'Banks', stockCount: 3 },
    { watchlistId: 9, watchlistName: 'Chips', stockCount: 5 },
  ]
  const sent = await showScreener({ answers: screenerAnswers([], { 'GET /watchlist/user': () => ({ data: lists }) }) })
  await page.getByText('Watchlist', { exact: true }).click()
  await expect.poll(() => rowsAsked(sent).at(-1)?.body).toMatchObject({ scope: 'watchlist', watchlistId: 4 })
  await page.getByRole('combobox', { name: 'Watchlist' }).selectOptions('Chips')
  await expect.poll(addressNow).toBe('/screener?markets=hk&scope=watchlist&list=9')
  await expect.poll(() => rowsAsked(sent).at(-1)?.body).toMatchObject({ scope: 'watchlist', watchlistId: 9 })
})

test('while new matches load, the earlier ones stay; a failure offers to try again', async () => {
  const slow = deferred()
  let answers = 0
  await showScreener({
    answers: screenerAnswers([], {
      'POST /screener': async body => {
        if (++answers === 2) await slow.promise
        return answers === 2 ? { status: 500, errors: [{ message: 'broken' }] } : { data: screened(body as never) }
      },
    }),
  })
  await head('Price').getByRole('button').click()
  await expect.poll(() => document.querySelector('table')?.getAttribute('aria-busy')).toBe('true')
  expect(codes().length).toBeGreaterThan(10)
  slow.resolve()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(head('Price')).toHaveAttribute('aria-sort', 'descending')
})

test('on a phone each stock is a card, sorted by a menu, and the choice of markets is one line', async () => {
  await showScreener({ screen: 'phone', query: 'rs > 60' })
  expect(document.querySelector('table')).toBeNull()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('vs 50-day')
  await expect.poll(addressNow).toContain('sort=-dist50')
  await page.getByText('Hong Kong · Whole market').click()
  await expect.element(page.getByRole('checkbox', { name: 'Hong Kong' })).toBeVisible()
  await page.getByRole('listitem').getByRole('link').first().click()
  await expect.poll(addressNow).toMatch(/^\/interactive-chart\?symbol=HKEX/)
})

for (const look of looks)
  for (const screen of ['desktop', 'phone', 'narrow'] as const)
    test(`the screener has no violations and fits: ${look.language}, ${look.theme}, ${screen}`, async () => {
      await showScreener({
        ...look,
        screen,
        path: '/screener?markets=hk,us',
        query: 'rs > 90 and (base = "CWH" or rsnewhigh)',
      })
      await expect.poll(() => codes().length).toBeGreaterThan(2)
      if (screen === 'narrow') doubleText()
      await noViolations()
      expect(sticksOut()).toEqual([])
    })
