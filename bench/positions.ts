// How much CPU does a user's list of 60 positions take, with FinList's figures for each position, compared with a bare server? At most 6x.
import { changeWatchlistStock, createWatchlist, importWatchlist } from '@finlist/contract/watchlist'
import { compare, machine, print, startHouse } from './parts/cpu.ts'
import { subscriber } from './parts/large-issue.ts'

const limit = 6
const amount = 10_000
const lists = 3
const positionsInList = 20
const { child, told } = await startHouse()
const { base } = told
const headers = { ...(await subscriber(told)), 'accept-encoding': 'gzip, deflate, br' }

const [newest] = await ask<string[]>('/finlist/HKEX/issue-dates')
const path = `/api/finlist/HKEX/?issueDate=${newest}`
const stocks = await ask<{ stockCode: string }[]>(`/finlist/HKEX/?issueDate=${newest}`)
const ids: number[] = []
for (let list = 0; list < lists; list++) {
  const id = await ask<number>(`${createWatchlist.path}?watchlistName=List%20${list}`)
  ids.push(id)
  const positions = Array.from({ length: positionsInList }, (_, n) => ({
    stockCode: stocks[(list * positionsInList + n) % stocks.length]!.stockCode,
    exchange: 'HKEX',
    buyPrice: 10 + n,
    shares: 100,
  }))
  await ask(importWatchlist.path.replace(':id', String(id)), { stocks: positions })
}
const { stockList } = await ask<{ stockList: { watchlistStockId: number }[] }>(`/watchlist/${ids[0]}`)
const own = await ask<{ watchlistData: unknown[] }[]>(`/finlist/HKEX/?issueDate=${newest}`)
const spliced = own.reduce((sum, { watchlistData }) => sum + watchlistData.length, 0)
if (spliced !== lists * positionsInList) throw new Error(`${spliced} positions in the answer`)

process.stdout.write(`${machine()}; ${stocks.length} rows, ${spliced} own positions spliced in\n`)
const change = changeWatchlistStock.path
  .replace(':id', String(ids[0]))
  .replace(':watchlistStockId', String(stockList[0]!.watchlistStockId))
const first: number[] = []
const later: number[] = []
for (let round = 0; round < 30; round++) {
  await ask(change, { buyPrice: 10 + round / 100, shares: 100 })
  first.push(await timed())
  later.push(await timed())
}
process.stdout.write(
  `the first answer after a change, which reads the positions, splices and compresses: ${middle(first).toFixed(1)} ms; the next ones ${middle(later).toFixed(1)} ms (medians of 30, request to last byte)\n`,
)
const measured = await compare(child, base, [{ name: `FinList with ${spliced} own positions`, path, headers }], amount)
measured.forEach(print)
child.disconnect()
if (measured.some(({ ratio }) => ratio > limit)) {
  process.stderr.write(`over ${limit}x\n`)
  process.exitCode = 1
}

async function ask<T>(called: string, body?: unknown): Promise<T> {
  const post = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const answer = await fetch(`${base}/api${called}`, body === undefined ? { headers } : post)
  if (!answer.ok) throw new Error(`${called}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

async function timed(): Promise<number> {
  const began = performance.now()
  await (await fetch(base + path, { headers })).arrayBuffer()
  return performance.now() - began
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
