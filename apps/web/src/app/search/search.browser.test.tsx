import { type User, user } from '@finlist/contract/account/account'
import { type UserSubscriptions, userSubscriptions } from '@finlist/contract/billing'
import { chartSearch, type FoundSymbol } from '@finlist/contract/charts/chart'
import { filterSets } from '@finlist/contract/finder'
import type { FinListStock } from '@finlist/contract/finlist'
import { watchlists } from '@finlist/contract/watchlist'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { addressNow, doubleText, forget, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { read, write } from '../../api/storage.ts'
import { stocksOf } from '../../features/finlist/queries.ts'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { SearchControl } from './SearchControl.tsx'

type Look = Parameters<typeof show>[1]

const kestrel: FoundSymbol = {
  symbol: '0700',
  full_name: 'HKEX:0700',
  ticker: 'HKEX:0700',
  description: 'Kestrel',
  description_zh: '紅隼',
  exchange: 'HKEX',
  type: 'stock',
}
const heron: FoundSymbol = {
  ...kestrel,
  symbol: '7000',
  full_name: 'JP:7000',
  ticker: 'JP:7000',
  description: 'Heron',
  description_zh: '蒼鷺',
  exchange: 'JP',
  delisted_on: '2024-05-06',
}

const free = { roles: [], rights: ['signed-in', 'chart'] }
const staff = { roles: ['staff'], rights: ['signed-in', 'chart', 'watchlist', 'finder', 'staff'] }

/** Sets the user's roles and rights, and the stocks that the server returns for each query. */
function know(person: { roles: string[]; rights: string[] }, stocks: Record<string, FoundSymbol[]> = {}) {
  write('recentPlaces', {})
  queryClient.setQueryData(callQuery(user).queryKey, person as unknown as User)
  for (const [query, found] of Object.entries(stocks))
    queryClient.setQueryData(callQuery(chartSearch, { query: { query, limit: 50 } }).queryKey, found)
  if (!person.rights.includes('watchlist')) return
  queryClient.setQueryData(callQuery(watchlists).queryKey, [
    { watchlistId: 7, watchlistName: 'Breakouts', stockCount: 3 },
  ])
  queryClient.setQueryData(callQuery(filterSets).queryKey, [
    {
      finderFilterSetId: 4,
      finderFilterSetName: 'Strong and quiet',
      filters: [{ column: 'percival_score', operation: 'gte', from: 90, to: -1 }],
    },
  ])
}

async function showSearch(look: Look = {}, beside: ReactNode = null) {
  await show(
    <>
      <div id="header" className="flex h-12 items-center">
        <b>FinList</b>
        <SearchControl />
      </div>
      <input aria-label="A field" className="w-full" />
      {beside}
    </>,
    { texts: ['search'], ...look },
  )
  // While a dialog is open, the button cannot be found by its role.
  await expect.poll(() => document.querySelector('#header button')).not.toBeNull()
}

const field = () => page.getByRole('combobox')
const options = () => page.getByRole('option').elements()
const names = () => options().map(option => option.textContent)
const pointed = () => document.getElementById(field().element().getAttribute('aria-activedescendant') ?? '')

async function openBy(keys: string) {
  await userEvent.keyboard(keys)
  await expect.element(field()).toHaveFocus()
}

for (const look of looks)
  test(`search results list pages first and stocks below, and nothing overflows, in ${look.language}`, async () => {
    const zh = look.language === 'zh'
    know(staff, { 7: [kestrel, heron] })
    await showSearch(look)
    await openBy('{Control>}k{/Control}')
    expect(names().slice(0, 3)).toEqual(
      zh
        ? ['Breakouts自選股', 'Strong and quiet篩選組合', 'FinList 香港頁面']
        : ['BreakoutsWatchlist', 'Strong and quietFilter set', 'FinList Hong KongPage'],
    )
    expect(names()).toContain(zh ? '系統概況員工頁面' : 'OverviewStaff page')
    await field().fill('7')
    await expect
      .poll(names)
      .toEqual(
        zh
          ? ['0700紅隼HKEX', '7000蒼鷺2024年5月6日 除牌 · JP']
          : ['0700KestrelHKEX', '7000Herondelisted 6 May 2024 · JP'],
      )
    await noViolations()
    for (const screen of ['phone', 'narrow'] as const) {
      await userEvent.keyboard('{Escape}')
      await showSearch({ ...look, screen })
      await openBy('{Control>}k{/Control}')
      if (screen === 'narrow') doubleText()
      expect(sticksOut()).toEqual([])
    }
  })

test('in the search, arrows move through the results, Enter opens one, and Escape closes the search and returns the focus', async () => {
  know(staff, { 'strong quiet': [], break: [] })
  await showSearch()
  const origin = page.getByRole('button', { name: 'Search' })
  ;(origin.element() as HTMLElement).focus()
  await openBy('/')
  expect(pointed()?.textContent).toMatch('Breakouts')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(pointed()?.textContent).toMatch('Strong and quiet')
  expect(page.getByRole('option', { selected: true }).elements()).toEqual([pointed()])
  await userEvent.keyboard('{Escape}')
  await expect.element(origin).toHaveFocus()
  expect(page.getByRole('dialog').elements()).toEqual([])
  await openBy('/')
  await field().fill('strong quiet')
  await userEvent.keyboard('{Enter}')
  await expect.poll(addressNow).toBe('/finder-hk?set=4&filter=percival_score:gte:90')
  await openBy('{Control>}k{/Control}')
  await field().fill('break')
  await userEvent.keyboard('{Enter}')
  await expect.poll(addressNow).toBe('/watchlist?list=7')
})

test('a slash typed into a field is text; Ctrl-K opens the search even from a field', async () => {
  know(free)
  await showSearch()
  const other = page.getByLabelText('A field')
  await other.click()
  await userEvent.keyboard('a/b')
  await expect.element(other).toHaveValue('a/b')
  expect(page.getByRole('dialog').elements()).toEqual([])
  await openBy('{Control>}k{/Control}')
})

test('with single-key shortcuts off, a slash does nothing and Ctrl-K opens the search', async () => {
  know(free)
  write('singleKeys', false)
  await showSearch()
  const button = page.getByRole('button', { name: 'Search' })
  expect(button.element().getAttribute('aria-keyshortcuts')).toMatch(/^(Control|Meta)\+K$/)
  await userEvent.keyboard('/')
  expect(page.getByRole('dialog').elements()).toEqual([])
  await openBy('{Control>}k{/Control}')
})

test('the search does not open while another dialog is open', async () => {
  know(free)
  await showSearch(
    {},
    <Dialog open onClose={() => undefined} title="Another" closeLabel="Close">
      Text
    </Dialog>,
  )
  await expect.element(page.getByRole('dialog', { name: 'Another' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}/')
  expect(field().elements()).toEqual([])
})

test('a free user’s search finds no staff pages and requests no lists', async () => {
  const sent = answerCalls({})
  know(free, { overview: [], audit: [] })
  await showSearch()
  await openBy('/')
  const all = names()
  expect(all).toContain('Interactive ChartPage')
  expect(all.filter(name => /Staff page|Affiliates|Card authentication/.test(name ?? ''))).toEqual([])
  await field().fill('overview')
  await expect.element(page.getByText('No results.')).toBeVisible()
  expect(sent).toEqual([])
})

test('a stock in the search opens its chart, or its panel if the current list contains it', async () => {
  know(free, { kes: [kestrel], her: [heron] })
  write('newestIssues', { HKEX: '2026-07-17' })
  queryClient.setQueryData(stocksOf('HKEX', '2026-07-17').queryKey, [{ stockCode: '0700' } as FinListStock])
  await showSearch({ path: '/finlist-hk' })
  await openBy('/')
  await field().fill('kes')
  await expect.poll(names).toEqual(['0700KestrelHKEX'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(addressNow).toBe('/finlist-hk?stock=0700')
  await openBy('/')
  await field().fill('her')
  await expect.poll(names).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.poll(addressNow).toBe('/interactive-chart?symbol=JP%3A7000')
  await showSearch({ path: '/finlist-us' })
  await openBy('/')
  await field().fill('kes')
  await expect.poll(names).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.poll(addressNow).toBe('/interactive-chart?symbol=HKEX%3A0700')
})

test('Enter pressed before the stocks arrive opens the first stock once they do, unless the user types on', async () => {
  answerCalls({})
  const answer = window.fetch
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  window.fetch = async (address, asked) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address, location.origin)
    if (pathname !== '/api/tvchart/search') return await answer(address, asked)
    await held
    return Response.json([kestrel, heron])
  }
  know(free)
  await showSearch({ path: '/faq' })
  await openBy('/')
  await userEvent.keyboard('kes{Enter}t{Enter}')
  expect(addressNow()).toBe('/faq')
  release()
  await expect.poll(addressNow).toBe('/interactive-chart?symbol=HKEX%3A0700')
  expect(page.getByRole('dialog').elements()).toEqual([])
})

test('a failed stock search shows an error, and pages are still found', async () => {
  answerCalls({ 'GET /tvchart/search': () => ({ status: 400, errors: [{ message: 'no' }] }) })
  know(free)
  await showSearch()
  await openBy('/')
  await field().fill('chart')
  await expect.element(page.getByText('Search failed. Please try again.')).toBeVisible()
  await expect.poll(names).toEqual(['Interactive ChartPage', 'Chart patternGlossary'])
  await forget(chartSearch)
})

test('a slash pressed while the search is closing opens it again', async () => {
  know(free, { kes: [kestrel] })
  await showSearch()
  await openBy('/')
  await field().fill('kes')
  // The browser reports the closing of the dialog a moment later. Until the next paint, the removed field still has the
  // focus.
  document.querySelector('dialog')!.close()
  expect(document.activeElement).toBe(document.querySelector('dialog input'))
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveValue('')
})

test('the search finds settings, questions and glossary terms, and opens their place', async () => {
  const words = ['quiet', 'refund', 'double bottom', 'colour of rising']
  know(free, Object.fromEntries(words.map(word => [word, []])))
  await showSearch()
  for (const [word, found, address] of [
    ['quiet', 'Quiet hoursSetting', '/alerts?tab=channels'],
    ['colour of rising', 'Colour of rising pricesSetting', '/dashboard?tab=preferences'],
    ['refund', 'How do renewal, cancelling and refunds work?Question', '/faq#refunds'],
    ['double bottom', 'Double bottomGlossary', '/education?tab=glossary#DB'],
  ] as const) {
    await openBy('/')
    await field().fill(word)
    await expect.poll(() => names()[0]).toBe(found)
    await userEvent.keyboard('{Enter}')
    await expect.poll(addressNow).toBe(address)
  }
})

test('actions in the search change the theme and the language, found by words of either language', async () => {
  answerCalls({ 'PATCH /users/user': () => ({}) })
  know(free, { dark: [], 夜間: [], 中文: [], 英文: [] })
  await showSearch()
  for (const word of ['夜間', 'dark']) {
    await openBy('/')
    await field().fill(word)
    await expect.poll(names).toEqual(['Theme: DarkAction'])
    if (word === 'dark') await userEvent.keyboard('{Enter}')
    else await userEvent.keyboard('{Escape}')
  }
  expect(document.documentElement.dataset['theme']).toBe('dark')
  await openBy('/')
  await field().fill('中文')
  await expect.poll(names).toEqual(['Language: 繁體中文Action'])
})

test('only subscribers find “Cancel renewal”, which opens the plan that renews and cancels nothing', async () => {
  const plan = { subscriptionId: 'sub_hk', hasAutoRenew: true }
  const sent = answerCalls({ 'GET /users/user/subscriptions': () => ({ data: { subscriptions: [plan] } }) })
  queryClient.setQueryData(callQuery(userSubscriptions).queryKey, {
    subscriptions: [plan, { ...plan, subscriptionId: 'sub_us', hasAutoRenew: false }],
  } as unknown as UserSubscriptions)
  const stocks = { 'cancel renewal': [], 退訂: [] }
  know(free, stocks)
  await showSearch()
  await openBy('/')
  await field().fill('cancel renewal')
  await expect.poll(names).toEqual(['How do renewal, cancelling and refunds work?Question'])
  await userEvent.keyboard('{Escape}')
  know({ roles: [], rights: ['signed-in', 'chart', 'finlist:HKEX'] }, stocks)
  await openBy('/')
  await field().fill('退訂')
  await expect.poll(names).toEqual(['Cancel renewalAction'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(addressNow).toBe('/dashboard?subscriptionId=sub_hk')
  expect(sent.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
  await forget(userSubscriptions)
})

test('what was opened from the search comes first the next time, and is not shown to another account', async () => {
  know(staff, { kes: [kestrel], strong: [], 7: [] })
  await showSearch()
  for (const [word, first] of [
    ['kes', '0700KestrelHKEX'],
    ['strong', 'Strong and quietFilter set'],
    ['kes', '0700KestrelHKEX'],
  ] as const) {
    await openBy('/')
    await field().fill(word)
    await expect.poll(() => names()[0]).toBe(first)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
  }
  await openBy('/')
  expect(names().slice(0, 3)).toEqual(['0700KestrelHKEX', 'Strong and quietFilter set', 'BreakoutsWatchlist'])
  expect(names().filter(name => name?.startsWith('Strong'))).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  write('recentPlaces', { ...read('recentPlaces'), account: 'another' })
  await openBy('/')
  expect(names()[0]).toBe('BreakoutsWatchlist')
})

for (const look of looks)
  test(`a stock found by a former name says so, in ${look.language}`, async () => {
    const renamed = { ...kestrel, formerly: 'Falcon', formerly_zh: '獵鷹' }
    know(free, { falcon: [renamed], 猎鹰: [renamed] })
    await showSearch(look)
    await openBy('/')
    await field().fill('falcon')
    await expect
      .poll(names)
      .toEqual([look.language === 'zh' ? '0700紅隼前稱獵鷹 · HKEX' : '0700Kestrelformerly Falcon · HKEX'])
    await noViolations()
  })

test('“set alert 700 > 400” offers the alert, and opens its dialog filled in without setting it', async () => {
  const sent = answerCalls({})
  const index: FoundSymbol = { ...kestrel, full_name: 'HKEX:7001', symbol: '7001', type: 'index' }
  know(free, { 700: [kestrel, index, heron] })
  await showSearch()
  const origin = page.getByRole('button', { name: 'Search' })
  ;(origin.element() as HTMLElement).focus()
  for (const [text, found, kind] of [
    ['set alert 700 > 400', '0700Alert: Kestrel rises to 400HKEX', 'price-above'],
    ['700 < 350', '0700Alert: Kestrel falls to 350HKEX', 'price-below'],
  ] as const) {
    await openBy('/')
    await field().fill(text)
    await expect.poll(names).toEqual([found])
    await userEvent.keyboard('{Enter}')
    const dialog = page.getByRole('dialog', { name: 'Set an alert: 0700 Kestrel' })
    await expect.element(dialog).toBeVisible()
    await expect.element(dialog.getByRole('combobox')).toHaveValue(kind)
    await expect.element(dialog.getByRole('spinbutton')).toHaveValue(kind === 'price-above' ? 400 : 350)
    await noViolations()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
    await expect.element(origin).toHaveFocus()
  }
  expect(sent.map(({ call }) => call)).toEqual(['POST /alerts/try', 'POST /alerts/try'])
})
