import type { Day } from '@finlist/domain/calendar'
import type { DayBreadth } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { Repeated } from '../../background/repeated.ts'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { readHeldDays } from '../quality/held-days.ts'
import { computeBreadth } from './compute-breadth.ts'

const againMs = 600_000

/**
 * Recomputes a market's breadth as soon as its prices or stocks are published, and checks for overdue work every ten
 * minutes. Safe to run in several processes: each market's row is locked, and a process that finds it locked skips it.
 * Returns a function that stops the worker and waits for running work.
 */
export function startBreadthWorker(
  database: Database,
  log: { warn(details: object, message: string): void },
): () => Promise<void> {
  const repeated = new Repeated(log)
  const wake = repeated.every('breadth', againMs, async () => {
    for (const exchange of exchangeIds)
      if (!repeated.isStopped)
        await recountBreadth(database, exchange).catch(error =>
          log.warn({ err: error, exchange }, 'counting breadth failed'),
        )
  })
  database.changes.on('prices', wake)
  database.changes.on('finlist', wake)
  return () => repeated.stop()
}

/** Recomputes and publishes the market's breadth if due; does nothing if another process is doing so. */
export async function recountBreadth(database: Database, exchange: ExchangeId): Promise<void> {
  const due = await database.pool.query('select from breadth_due where exchange = $1', [exchange])
  if (due.rowCount === 0) return
  await database.load(
    async tx => {
      const taken = await tx.query<{ from_date: Day }>(
        'select from_date from breadth_due where exchange = $1 for update skip locked',
        [exchange],
      )
      const from = taken.rows[0]?.from_date
      if (from === undefined) return
      const held = await readHeldDays(tx, exchange)
      const days = await computeBreadth(tx, { exchange, from })
      await write(
        tx,
        exchange,
        from,
        days.filter(({ date }) => !held.has(date)),
      )
      await tx.query('delete from breadth_due where exchange = $1', [exchange])
      await publish(tx, `markettrend:${exchange}`)
    },
    { keep: true },
  )
}

/**
 * Call this in the transaction that changes prices. Marks the first day from which breadth and board must be
 * recomputed.
 */
export async function breadthIsDue(tx: Tx, exchange: ExchangeId, from: Day): Promise<void> {
  for (const due of ['breadth_due', 'board_due'])
    await tx.query(
      `insert into ${due} (exchange, from_date) values ($1, $2)
       on conflict (exchange) do update set from_date = least(${due}.from_date, excluded.from_date)`,
      [exchange, from],
    )
}

const columns = {
  stocks: 'stocks',
  up: 'up',
  down: 'down',
  noChange: 'no_change',
  onTenWeekMa: 'on_ten_week_ma',
  underTenWeekMa: 'under_ten_week_ma',
  onFortyWeekMa: 'on_forty_week_ma',
  underFortyWeekMa: 'under_forty_week_ma',
  fiftyTwoWeekHigh: 'fifty_two_week_high',
  fiftyTwoWeekLow: 'fifty_two_week_low',
} as const satisfies Record<keyof Omit<DayBreadth, 'date'>, string>

async function write(tx: Tx, exchange: ExchangeId, from: Day, days: DayBreadth[]) {
  await tx.query('delete from breadth where exchange = $1 and date >= $2', [exchange, from])
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const arrays = names.map((_, at) => `$${at + 3}::int[]`)
  await tx.query(
    `insert into breadth (exchange, date, ${Object.values(columns).join(', ')})
     select $1, * from unnest($2::date[], ${arrays.join(', ')})`,
    [exchange, days.map(({ date }) => date), ...names.map(name => days.map(day => day[name]))],
  )
}
