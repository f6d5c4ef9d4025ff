// What does a screen of 3,000 rows by 6 filters cost when all of them match, beside a bare server? At most 3x.
import type { FinderFilter, FinderStock } from '@finlist/contract/finder'
import { runScreener } from '@finlist/domain/finder/screener'
import { toScreener } from '../apps/server/src/features/finder/issue.ts'
import { compare, machine, print, startHouse } from './cpu.ts'
import { publishLargeIssue, subscriber } from './large-issue.ts'

const limit = 3
const amount = 2_000
const rows = 3_000
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

/** The same engine over 50,000 rows, in this process. */
function screenMany() {
  const stocks = Array.from({ length: manyRows }, (_, n): FinderStock => {
    const mixed = (n * 7919) % 1_000
    return {
      stockCode: String(10_000 + n),
      stockName: `Invented Company ${n}`,
      stockNameZh: `虛構公司${n}`,
      watchlistData: [],
      issueDate: '2024-05-10',
      close: mixed / 10 + 1,
      closeChange: (mixed % 17) - 8,
      volume: mixed * 1_000,
      volumeChange: mixed % 90,
      percivalScore: mixed % 99,
      subSector: `Sector ${mixed % 40}`,
      subSectorZh: `行業${mixed % 40}`,
    }
  })
  const issue = toScreener(stocks, 'bench')
  const taken: number[] = []
  let found = 0
  for (let round = 0; round < 21; round++) {
    const began = performance.now()
    found = runScreener(issue.columns, manyRows, filters(-round)).length
    taken.push(performance.now() - began)
  }
  const began = performance.now()
  const bytes = issue.rows.answer(runScreener(issue.columns, manyRows, filters(-100))).length
  const whole = performance.now() - began
  process.stdout.write(
    `${manyRows} rows, 6 filters, ${found} match: ${middle(taken).toFixed(1)} ms to screen, ${whole.toFixed(1)} ms with the answer of ${(bytes / 1e6).toFixed(1)} MB\n`,
  )
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
