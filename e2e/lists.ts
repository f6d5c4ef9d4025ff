import type { FilterSet, FinderStock } from '@finlist/contract/finder'
import type { Watchlist } from '@finlist/contract/watchlist'
import { expect, type Page } from '@playwright/test'

/** Asks the API as the person who is signed in there; answers the data, and fails unless it is a success. */
export async function asPerson<T>(page: Page, path: string, json?: unknown): Promise<T> {
  await page.waitForFunction(() => localStorage.getItem('deviceKey'))
  const answer = await page.evaluate(fetchAsPerson, { path: `/api${path}`, json })
  expect(answer).toMatchObject({ http: 200, body: { status: 'success' } })
  return answer.body.data as T
}

/** Runs in the browser. */
async function fetchAsPerson({ path, json }: { path: string; json: unknown }) {
  const token = await fetch('/auth/token', { method: 'POST', headers: { 'X-Requested-With': 'finlist' } })
  const { accessToken } = (await token.json()) as { accessToken: string }
  const headers: Record<string, string> = {
    Authorization: `Bearer ${accessToken}`,
    'X-Device-Id': localStorage.getItem('deviceId')!,
    'X-Device-Key': localStorage.getItem('deviceKey')!,
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
  }
  const post = { method: 'POST', headers, body: JSON.stringify(json) }
  const answer = await fetch(path, json === undefined ? { headers } : post)
  return { http: answer.status, body: (await answer.json()) as { status: string; data: unknown } }
}

/** The person has no watchlist and no filter set any more. */
export async function withoutLists(page: Page) {
  for (const { watchlistId } of await asPerson<Watchlist[]>(page, '/watchlist/user'))
    await asPerson(page, `/watchlist/${watchlistId}/delete`, {})
  for (const { finderFilterSetId } of await asPerson<FilterSet[]>(page, '/finder/filter-set/user'))
    await asPerson(page, `/finder/filter-set/${finderFilterSetId}/delete`)
}

/** The new list's id. */
export const newList = (page: Page, name: string) =>
  asPerson<number>(page, `/watchlist/create?watchlistName=${encodeURIComponent(name)}`)

/** Puts so many of the Hong Kong stocks in FinList into a list, from the `from`th on: each bought at 10, 100 shares. Answers their codes. */
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

/** What the page writes as errors to the console from now on. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  return errors
}

/** Text of a file that the page saves. */
export async function savedBy(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') }
}
