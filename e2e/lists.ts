import type { FilterSet, FinderStock } from '@finlist/contract/finder'
import type { Watchlist } from '@finlist/contract/watchlist'
import type { Page } from '@playwright/test'
import { asPerson } from './api.ts'

/** Deletes all of the user's watchlists and filter sets. */
export async function withoutLists(page: Page) {
  for (const { watchlistId } of await asPerson<Watchlist[]>(page, '/watchlist/user'))
    await asPerson(page, `/watchlist/${watchlistId}/delete`, {})
  for (const { finderFilterSetId } of await asPerson<FilterSet[]>(page, '/finder/filter-set/user'))
    await asPerson(page, `/finder/filter-set/${finderFilterSetId}/delete`)
}

/** Creates a list; returns its id. */
export const newList = (page: Page, name: string) =>
  asPerson<number>(page, `/watchlist/create?watchlistName=${encodeURIComponent(name)}`)

/**
 * Adds `count` Hong Kong stocks to a list, in order of code from index `from` on, with 100 shares of each bought at 10.
 * Returns their codes.
 */
export async function fill(page: Page, id: number, count: number, from = 0): Promise<string[]> {
  const all = await asPerson<FinderStock[]>(page, '/finder/HKEX', [])
  const stocks = all
    .map(({ stockCode }) => stockCode)
    .sort()
    .slice(from, from + count)
    .map(stockCode => ({ stockCode, exchange: 'HKEX', buyPrice: 10, shares: 100 }))
  await asPerson(page, `/watchlist/${id}/import`, { stocks })
  return stocks.map(({ stockCode }) => stockCode)
}

/** Collects the errors that the page logs to the console from now on. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  return errors
}

/** Performs `press`, and returns the name and text of the file that the page saves. */
export async function savedBy(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') }
}
