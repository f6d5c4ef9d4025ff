// What does a night of 12,500 stocks take after its source has answered, with the breadth that follows? At most 10 s.
import { tradingDays } from '@finlist/domain/calendar'
import { recountBreadth } from '../apps/server/src/market-data/breadth-worker.ts'
import type { Given, Source } from '../apps/server/src/market-data/sources/source.ts'
import { takeDay } from '../apps/server/src/market-data/sources/take-day.ts'
import { median } from './browser.ts'
import { machine } from './cpu.ts'
import { openOwnServer } from './own-server.ts'

const stocks = 12_500
const splits = 12
const known = 270
const nights = 5
const limitSeconds = 10
const exchange = 'US'

const days = tradingDays(exchange, '2023-01-01', '2024-12-31').slice(0, known + nights)
const code = (stock: number) => `S${String(stock).padStart(5, '0')}`

const server = await openOwnServer()
try {
  await fill()
  const taken: number[] = []
  const counted: number[] = []
  for (const day of days.slice(known)) {
    const given = givenFor(day)
    const began = performance.now()
    const { rows, isWhole } = await takeDay(
      { database: server.database, exchange, source: sourceOf(given), now: Date.now() },
      day,
    )
    const written = performance.now()
    await recountBreadth(server.database, exchange)
    if (rows !== stocks || !isWhole) throw new Error(`${rows} rows of ${day}`)
    taken.push((written - began) / 1_000)
    counted.push((performance.now() - written) / 1_000)
  }
  const night = median(taken.map((seconds, at) => seconds + counted[at]!))
  process.stdout.write(
    `${machine()}; ${stocks.toLocaleString('en')} stocks with ${known} days each, median of ${nights} nights: ` +
      `${night.toFixed(1)} s (at most ${limitSeconds} s), of which breadth ${median(counted).toFixed(1)} s\n`,
  )
  if (!(night <= limitSeconds)) process.exitCode = 1
} finally {
  await server.close()
}

async function fill() {
  const { pool } = server.database
  await pool.query(
    `insert into stock (exchange, stock_code, stock_name)
     select $1, 'S' || lpad(n::text, 5, '0'), 'Company ' || n from generate_series(1, $2::int) n`,
    [exchange, stocks],
  )
  await pool.query(
    `insert into bar select $1, 'S' || lpad(n::text, 5, '0'), day, 20, 21, 19, 20 + n % 7 / 10.0, 1000 * (1 + n % 90)
     from unnest($3::date[]) day, generate_series(1, $2::int) n`,
    [exchange, stocks, days.slice(0, known)],
  )
  await pool.query('vacuum analyze bar, stock')
}

/** A bar of each stock, and splits of a few. */
function givenFor(day: string): Given {
  const at = days.indexOf(day)
  const bars = Array.from({ length: stocks }, (_, n) => {
    const price = 20 + ((n + at) % 7) / 10
    return [code(n + 1), day, price, 21, 19, price, 1_000 * (1 + ((n + at) % 90))]
  })
  const actions = Array.from({ length: splits }, (_, n) => [
    code(1 + at * splits + n),
    day,
    'split',
    101,
    100,
    null,
    null,
  ])
  return {
    batches: [
      {
        kind: 'corporate-actions',
        columns: ['stockCode', 'exDate', 'kind', 'numerator', 'denominator', 'amount', 'currency'],
        rows: actions,
      },
      { kind: 'prices', columns: ['stockCode', 'date', 'open', 'high', 'low', 'close', 'volume'], rows: bars },
    ],
    refused: [],
  }
}

function sourceOf(given: Given): Source {
  const other = () => Promise.reject(new Error('only days are asked for'))
  return { name: 'bench', day: () => Promise.resolve(given), lists: other, history: other }
}
