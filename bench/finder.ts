// How much CPU does a Finder search take for 3,000 rows and 6 filters when all rows match, compared with a bare server? At most 3x.
import type { FinderFilter, FinderStock } from '@finlist/contract/finder'
import { runScreener } from '@finlist/domain/finder/screener'
import { unknownFigures } from '@finlist/domain/finlist/board-figures'
import { toScreener } from '../apps/server/src/features/finder/issue.ts'
import { compare, machine, print, startHouse } from './parts/cpu.ts'
import { publishLargeIssue, subscriber } from './parts/large-issue.ts'

const limit = 3
const amount = 2_000
const rows = 3_000
const boardRows = 12_500
const boardMs = 10
const manyRows = 50_000
const { child, told } = await startHouse()
const { base } = told
const issueDate = await publishLargeIssue(told, rows)
const headers = { ...(await subscriber(told)), 'accept-encoding': 'identity' }
const path = '/api/finder/HKEX'

const filters = (lowest: number): FinderFilter[] => [
  { column: 'stockCode', operation: 'gte', from: '1', to: -1 },
  { column: 'subSector', operation: 'gte', from: 'A', to: -1 },
  { column: 'close', operation: 'gt', from: lowest, to: -1 },
  { column: 'closeChange', operation: 'between', from: -100, to: 100 },
  { column: 'volume', operation: 'lte', from: 1e12, to: -1 },
  { column: 'percival_score', operation: 'gte', from: 0, to: -1 },
]

process.stdout.write(`${machine()}; issue of ${issueDate}, ${rows} rows, 6 filters, uncompressed\n`)
const first = await ask(0)
if (first.rows !== rows) throw new Error(`${first.rows} rows match, not ${rows}`)
process.stdout.write(
  `the first screen of a new issue, which is read and made ready: ${first.ms.toFixed(0)} ms, ${first.bytes} bytes\n`,
)
const fresh: number[] = []
for (let n = 1; n <= 50; n++) fresh.push((await ask(-n)).ms)
process.stdout.write(
  `a screen nobody has asked for yet: ${middle(fresh).toFixed(1)} ms from request to last byte, median of 50\n`,
)
const again: number[] = []
for (let n = 1; n <= 50; n++) again.push((await ask(0)).ms)
process.stdout.write(`the same screen again: ${middle(again).toFixed(1)} ms\n`)

const measured = await compare(child, base, [{ name: 'Finder, all match', path, headers, body: filters(0) }], amount)
measured.forEach(print)
child.disconnect()
screenMany()
if (measured.some(({ ratio }) => ratio > limit)) {
  process.stderr.write(`over ${limit}x\n`)
  process.exitCode = 1
}

async function ask(lowest: number) {
  const began = performance.now()
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(filters(lowest)),
  })
  const text = await answer.text()
  const ms = performance.now() - began
  const { data } = JSON.parse(text) as { data: unknown[] }
  return { ms, bytes: Buffer.byteLength(text), rows: data.length }
}

/** Runs the same filter engine in this process: filtering 12,500 stocks may take the server at most 10 ms. */
function screenMany() {
  for (const rows of [boardRows, manyRows]) {
    const screened = toScreener(
      Array.from({ length: rows }, (_, n) => inventedStock(n)),
      'bench',
    )
    const taken: number[] = []
    let bytes = 0
    let found = 0
    for (let round = 0; round < 21; round++) {
      const began = performance.now()
      const matches = runScreener(screened.columns, rows, breakout(round))
      bytes = screened.rows.answer(matches).length
      taken.push(performance.now() - began)
      found = matches.length
    }
    const all = performance.now()
    const whole = screened.rows.answer(runScreener(screened.columns, rows, filters(-100))).length
    const allMs = performance.now() - all
    process.stdout.write(
      `${rows} rows, 6 filters: ${middle(taken).toFixed(1)} ms for ${found} matches (${bytes} bytes), ${allMs.toFixed(1)} ms where all match (${(whole / 1e6).toFixed(1)} MB)\n`,
    )
    if (rows === boardRows && middle(taken) > boardMs) {
      process.stderr.write(`over ${boardMs} ms\n`)
      process.exitCode = 1
    }
  }
}

/** Six filters, with values that differ in each round. */
function breakout(round: number): FinderFilter[] {
  return [
    { column: 'pattern', operation: 'in', values: ['CUP', 'CWH', 'DB', 'FB'] },
    { column: 'buyPointDistance', operation: 'between', from: -5, to: 5 },
    { column: 'volumeMultiple', operation: 'gt', from: 1.2 + round / 100, to: -1 },
    { column: 'rank', operation: 'gte', from: 50, to: -1 },
    { column: 'highDistance', operation: 'gte', from: -25, to: -1 },
    { column: 'stockCode', operation: 'gte', from: '1', to: -1 },
  ]
}

function inventedStock(n: number): FinderStock {
  const mixed = (n * 7919) % 1_000
  return {
    stockCode: String(10_000 + n),
    stockName: `Invented Company ${n}`,
    stockNameZh: `虛構公司${n}`,
    watchlistData: [],
    issueDate: '2024-05-10',
    priceDate: '2024-05-10',
    close: mixed / 10 + 1,
    closeChange: (mixed % 17) - 8,
    volume: mixed * 1_000,
    volumeChange: mixed % 90,
    percivalScore: mixed % 99,
    patternType: mixed % 3 === 0 ? 'CUP' : 'NIL',
    buyPoint: mixed % 3 === 0 ? mixed / 10 : -1,
    ...unknownFigures,
    buyPointDistance: mixed % 3 === 0 ? (mixed % 21) - 10 : null,
    volumeMultiple: (mixed % 40) / 10,
    rank: (mixed % 99) + 1,
    highDistance: -(mixed % 60),
    subSector: `Sector ${mixed % 40}`,
    subSectorZh: `行業${mixed % 40}`,
  }
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
