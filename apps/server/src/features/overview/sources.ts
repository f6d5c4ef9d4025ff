import type { SourceState } from '@finlist/contract/staff/overview'
import { exchangeIds } from '@finlist/domain/markets'
import type { Language } from '@finlist/i18n/languages'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { type Reason, translateReason } from '../../market-data/import/import-errors.ts'
import { sourceUse } from '../../market-data/vendors/source-use.ts'

type Row = {
  exchange: string
  date: string | null
  rows: number | null
  refused: number | null
  taken_at: Date | null
  next_at: Date | null
  told: { stockCode: string | null; date: string | null; reason: Reason }[] | null
}

/** For each market with a source: its last day, when the next request is due, and the rows rejected most recently. */
export async function sourceStates(db: Db, config: Config, language: Language): Promise<SourceState[]> {
  const set = exchangeIds.flatMap(exchange => {
    const source = config[`SOURCE_${exchange}`]
    return source === '' ? [] : [{ exchange, source }]
  })
  if (set.length === 0) return []
  const { rows } = await sql<Row>`
    select market.id as exchange, day.date, day.rows, day.refused, day.taken_at, job.next_at, left_out.told
    from unnest(${set.map(({ exchange }) => exchange)}::text[]) market(id)
    left join lateral (select * from source_day d where d.exchange = market.id and is_whole
      order by date desc limit 1) day on true
    left join job_run job on job.name = 'prices-' || market.id
    left join lateral (select jsonb_agg(jsonb_build_object('stockCode', stock_code, 'date', date, 'reason', reason)) as told
      from (select * from source_refusal r where r.exchange = market.id and r.asked_for =
          (select max(asked_for) from source_refusal newest where newest.exchange = market.id)
        order by refusal_id limit 20) newest) left_out on true`.execute(db)
  const byMarket = new Map(rows.map(row => [row.exchange, row]))
  return set.map(({ exchange, source }) => {
    const {
      date = null,
      rows: count = null,
      refused = null,
      taken_at,
      next_at,
      told,
    } = byMarket.get(exchange) ?? ({} as Partial<Row>)
    return {
      exchange,
      source,
      use: sourceUse(config, exchange),
      lastDay: date,
      rows: count,
      refused,
      takenAt: taken_at?.toISOString() ?? null,
      nextAt: next_at?.toISOString() ?? null,
      leftOut: (told ?? []).map(({ reason, ...of }) => ({ ...of, reason: translateReason(language, reason) })),
    }
  })
}
