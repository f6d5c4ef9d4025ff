import { createHash } from 'node:crypto'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Draw, seedText } from '@finlist/domain/outcome/twin'
import type { Tx } from '../db/database.ts'

/** The seeds of a list's draws, by stock code. */
export const seedsOf = (made: Omit<Parameters<typeof seedText>[0], 'code'>) => (code: string) =>
  createHash('sha256')
    .update(seedText({ ...made, code }))
    .digest('hex')

/** Stores the picks' twins; for a list that is not published yet, a new draw replaces the old one. */
export const writeTwins = (tx: Pick<Tx, 'query'>, exchange: ExchangeId, issueDate: Day, draws: Draws) =>
  insert(tx, { exchange, issueDate, draws }, 'do update set seed = excluded.seed, twins = excluded.twins')

/** The same for a published list: an earlier draw stays. */
export const keepTwins = (tx: Pick<Tx, 'query'>, exchange: ExchangeId, issueDate: Day, draws: Draws) =>
  insert(tx, { exchange, issueDate, draws }, 'do nothing')

/** By stock code. */
type Draws = Readonly<Record<string, Draw>>

async function insert(
  tx: Pick<Tx, 'query'>,
  { exchange, issueDate, draws }: { exchange: ExchangeId; issueDate: Day; draws: Draws },
  where: string,
): Promise<void> {
  const rows = Object.entries(draws)
  await tx.query(
    `insert into pick_twins (exchange, issue_date, stock_code, seed, twins)
     select $1, $2, * from unnest($3::text[], $4::text[], $5::jsonb[])
     on conflict (exchange, issue_date, stock_code) ${where}`,
    [
      exchange,
      issueDate,
      rows.map(([code]) => code),
      rows.map(([, { seed }]) => seed),
      rows.map(([, { twins }]) => JSON.stringify(twins)),
    ],
  )
}
