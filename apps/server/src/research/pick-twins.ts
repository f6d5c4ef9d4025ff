import { createHash } from 'node:crypto'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Draw, seedText } from '@finlist/domain/outcome/twin'
import type { Tx } from '../db/database.ts'

/** The seeds for drawing a list's twins (comparison stocks), by stock code. */
export const seedsOf = (made: Omit<Parameters<typeof seedText>[0], 'code'>) => (code: string) =>
  createHash('sha256')
    .update(seedText({ ...made, code }))
    .digest('hex')

/** Stores the twins of a list that is not published yet, replacing earlier ones. */
export const writeTwins = (tx: Pick<Tx, 'query'>, exchange: ExchangeId, issueDate: Day, draws: Draws) =>
  insert(tx, { exchange, issueDate, draws }, 'do update set seed = excluded.seed, twins = excluded.twins')

/** Stores the twins of a published list, keeping earlier ones. */
export const keepTwins = (tx: Pick<Tx, 'query'>, exchange: ExchangeId, issueDate: Day, draws: Draws) =>
  insert(tx, { exchange, issueDate, draws }, 'do nothing')

/** Draws by stock code. */
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
