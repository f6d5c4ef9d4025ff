import { tradingDays } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Database } from '../../apps/server/src/db/database.ts'
import type { Given, Source } from '../../apps/server/src/market-data/vendors/source.ts'

const exchange: ExchangeId = 'US'
const splits = 12
const code = (stock: number) => `S${String(stock).padStart(5, '0')}`

/**
 * A market whose stocks each have prices for `known` days, and the prices of the following nights as a data source
 * would return them.
 */
export function nightsOf({ stocks, known, nights }: { stocks: number; known: number; nights: number }) {
  const days = tradingDays(exchange, '2023-01-01', '2024-12-31').slice(0, known + nights)

  async function fill({ pool }: Pick<Database, 'pool'>) {
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

  /** The bars of all stocks on a day, and splits of a few of them. */
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

  return { exchange, days: days.slice(known), fill, givenFor }
}

export function sourceOf(given: Given): Source {
  const other = () => Promise.reject(new Error('only days are asked for'))
  return { name: 'bench', day: () => Promise.resolve(given), lists: other, history: other, probe: other }
}
