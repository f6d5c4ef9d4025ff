import { createHash } from 'node:crypto'
import type { Day } from '@finlist/domain/calendar'
import type { Levels, ModelEntry } from '@finlist/domain/learning/model-entry'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { type Canonical, canonical } from '@finlist/domain/picking/canonical'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A model of the record. Its id is the SHA-256 of its entry's body, in hex. */
export type StoredModel = { id: string; seq: number; madeAt: Date; entry: ModelEntry }

/** The market's newest model that was trained on prices up to a day before `before`. */
export async function readModel(
  db: Db,
  exchange: ExchangeId,
  { before = 'infinity' }: { before?: Day } = {},
): Promise<StoredModel | undefined> {
  return await readModelWhere(db, exchange, sql`(body::jsonb ->> 'until')::date < ${before}::date`)
}

/** The market's model with this id. */
export const readModelById = (db: Db, exchange: ExchangeId, id: string) =>
  readModelWhere(db, exchange, sql`body_hash = ${id}`)

/** The market's newest model that was trained on prices up to the day `until`. */
export const readModelOf = (db: Db, exchange: ExchangeId, until: Day) =>
  readModelWhere(db, exchange, sql`body::jsonb ->> 'until' = ${until}`)

async function readModelWhere(
  db: Db,
  exchange: ExchangeId,
  condition: RawBuilder<unknown>,
): Promise<StoredModel | undefined> {
  const { rows } = await sql<ModelRow>`
    select seq, body, body_hash, made_at from record
    where kind = 'model' and market = ${exchange} and ${condition} order by seq desc limit 1`.execute(db)
  return rows[0] && storedModel(rows[0])
}

/** What the newest models of the other markets contribute: the levels of those with enough outcomes, and all tests. */
export async function readOtherModels(
  db: Db,
  exchange: ExchangeId,
): Promise<{ others: Levels[]; otherTests: number[] }> {
  const { rows } = await sql<{ level: ModelEntry['level']; p: number | null }>`
    select distinct on (market) body::jsonb -> 'level' as level, (body::jsonb -> 'test' ->> 'p')::float8 as p
    from record where kind = 'model' and market <> ${exchange} order by market, seq desc`.execute(db)
  return {
    others: rows.flatMap(({ level: { target, stop, from } }) => (from === 'own' ? [{ target, stop }] : [])),
    otherTests: rows.flatMap(({ p }) => (p === null ? [] : [p])),
  }
}

/** The markets whose newest model has an alarm of the drift watch, with the day on which it was raised. */
export async function readDrifted(db: Db): Promise<{ exchange: ExchangeId; on: Day }[]> {
  const { rows } = await sql<{ exchange: ExchangeId; on: Day }>`
    select exchange, body::jsonb -> 'drift' -> 'alarm' ->> 'on' as on
    from unnest(${exchangeIds}::text[]) exchange cross join lateral (
      select body from record where kind = 'model' and market = exchange order by seq desc limit 1) newest
    where body::jsonb -> 'drift' -> 'alarm' ->> 'on' is not null`.execute(db)
  return rows
}

/** The id of a model: the hash of the body that its entry has in the record. */
export const modelId = (entry: ModelEntry) => sha256(canonical(entry as unknown as Canonical))

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type ModelRow = { seq: number; body: string; body_hash: string; made_at: Date }

const storedModel = ({ seq, body, body_hash: id, made_at: madeAt }: ModelRow): StoredModel => ({
  id,
  seq,
  madeAt,
  entry: JSON.parse(body) as ModelEntry,
})
