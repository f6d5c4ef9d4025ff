import type { CallErrorEntry } from '@finlist/contract/envelope'
import { type ExchangeId } from '@finlist/domain/markets'
import { type PriceKind } from '@finlist/domain/prices/kinds'
import type { Language } from '@finlist/i18n/languages'
import type { Tx } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { type Reason, translateReason } from '../import/import-errors.ts'
import { fewestStocks } from './fewest-stocks.ts'
import type { Moves } from './moves.ts'

/** Thrown for a load that is probably a mistake. Repeating the load with `confirm` overrides this. */
export class NeedsConfirmation extends BadRequest {
  readonly reasons: Reason[]
  constructor(reasons: Reason[]) {
    super('import.gate.confirm', { httpStatus: 409, code: 'confirm', field: 'confirm' })
    this.reasons = reasons
  }

  override entries(language: Language): CallErrorEntry[] {
    const told = this.reasons.map(reason => ({ message: translateReason(language, reason), code: 'confirm' }))
    return [...told, ...super.entries(language)]
  }
}

/**
 * The price adjustment of the market's source, as stated by its last load that was not rolled back. Undefined if no
 * load has stated it.
 */
export async function knownPriceKind(tx: Pick<Tx, 'query'>, exchange: ExchangeId): Promise<PriceKind | undefined> {
  const { rows } = await tx.query<{ kind: PriceKind }>(
    `select files ->> 'prices' as kind from upload
     where kind = 'prices' and rolled_back_at is null and files ->> 'exchange' = $1 and files ? 'prices'
     order by upload_id desc limit 1`,
    [exchange],
  )
  return rows[0]?.kind
}

/** Whether the market's prices are as traded; that is assumed until a load says otherwise. */
export const isAsTraded = async (tx: Pick<Tx, 'query'>, exchange: ExchangeId): Promise<boolean> =>
  ((await knownPriceKind(tx, exchange)) ?? 'as-traded') === 'as-traded'

/**
 * Questions a file if more than half of its codes are not listed in the market, and names the market that has most of
 * them.
 */
export async function mostlyStrangers(
  tx: Tx,
  exchange: ExchangeId,
  { codes, created }: { codes: number; created: string[] },
  fewest = fewestStocks,
): Promise<Reason[]> {
  if (codes < fewest || created.length <= codes / 2) return []
  const { rows } = await tx.query<{ exchange: ExchangeId; count: number }>(
    `select exchange, count(*) as count from stock where stock_code = any($2) and exchange <> $1
     group by exchange order by count desc limit 1`,
    [exchange, created],
  )
  const values = { count: created.length, of: codes, exchange }
  const other = rows[0]
  return [
    other && other.count > created.length / 2
      ? { text: 'import.gate.codes-of-another', values: { ...values, other: other.exchange, known: other.count } }
      : { text: 'import.gate.codes-new', values },
  ]
}

const named = 5

/**
 * Questions new codes that differ only by leading zeros from a listed one that the file lacks, such as 6208 where
 * 006208 is listed. A program may have removed the zeros.
 */
export async function zerosApart(
  tx: Tx,
  exchange: ExchangeId,
  { staged, created }: { staged: 'incoming_bar' | 'incoming_pick'; created: readonly string[] },
): Promise<Reason[]> {
  const { rows: alike } = await tx.query<{ code: string; other: string }>(
    `select code, s.stock_code as other from unnest($2::text[]) code join stock s
       on s.exchange = $1 and s.stock_code <> code and ltrim(s.stock_code, '0') = ltrim(code, '0')
     order by code, other`,
    [exchange, created],
  )
  if (alike.length === 0) return []
  const { rows: came } = await tx.query<{ code: string }>(
    `select distinct stock_code as code from ${staged} where stock_code = any($1)`,
    [alike.map(({ other }) => other)],
  )
  const asked = alike.filter(({ other }) => !came.some(({ code }) => code === other))
  if (asked.length === 0) return []
  const list = asked.slice(0, named).map(({ code, other }) => `${code} / ${other}`)
  return [
    {
      text: 'import.gate.zeros-apart',
      values: { count: asked.length, list: list.join(', ') + (asked.length > named ? ' …' : '') },
    },
  ]
}

/**
 * Questions a file if most of its prices are far from the stocks' last ones. It may be of another market with the same
 * codes, or in another unit, such as pence.
 */
export function mostlyApart({ compared, apart, hundredfold, example }: Moves): Reason[] {
  if (compared < fewestStocks || apart <= compared / 2) return []
  if (hundredfold > compared / 2 && example)
    return [{ text: 'import.gate.prices-hundredfold', values: { count: hundredfold, of: compared, example } }]
  return [{ text: 'import.gate.prices-apart', values: { count: apart, of: compared } }]
}
