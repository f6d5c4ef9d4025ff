import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { PriceKind } from '@finlist/domain/prices/kinds'
import type { Tx } from '../../db/database.ts'
import type { Reason } from '../import/import-errors.ts'
import type { AdjustedCloses } from './adjusted-closes.ts'
import type { StagedDay } from './closed-days.ts'

/**
 * Minimum ratio of a split to check. With a smaller ratio, a day's usual move can hide whether the price followed it.
 */
const leastRatio = 1.25
/**
 * How far the price moved, as a fraction of the split's ratio, in logarithms. Within `followed`, the price followed the
 * split; below `notFollowed`, it did not.
 */
const followed = { least: 0.75, most: 1.25 }
const notFollowed = 0.25
/** Maximum distance, in days, of a bar from the ex-date. */
const near = 20

type Split = { stock: string; terms: string; ratio: number; before: number; after: number; date: Day }
type Found = { kind: 'as-traded' | 'split-adjusted'; split: Split; count: number }

/**
 * Determines from the recorded splits whether the staged closes are as traded or adjusted for splits. Uses the file's
 * own adjusted closes if it has them, otherwise the closes before and after each split. Undefined if no split shows
 * which, or if as many splits show one as the other.
 */
export async function findKind(
  tx: Tx,
  exchange: ExchangeId,
  { days, adjusted }: { days: readonly StagedDay[]; adjusted: AdjustedCloses | undefined },
): Promise<Found | undefined> {
  const shown = (await splitsAround(tx, exchange, days)).map(split => ({ split, kind: kindOf(split, adjusted) }))
  const of = (kind: Found['kind']) => shown.filter(found => found.kind === kind)
  const [traded, other] = [of('as-traded'), of('split-adjusted')]
  if (traded.length === other.length) return undefined
  const more = traded.length > other.length ? traded : other
  return { kind: more[0]!.kind!, split: more[0]!.split, count: more.length }
}

function kindOf(split: Split, adjusted: AdjustedCloses | undefined): Found['kind'] | undefined {
  const fall = adjusted?.fallOn(split.stock, split.date) ?? Math.log(split.before / split.after)
  const part = fall / Math.log(split.ratio)
  if (part > followed.least && part < followed.most) return 'as-traded'
  return Math.abs(part) < notFollowed ? 'split-adjusted' : undefined
}

/** The recorded splits that have staged closes both before and after them, newest first. */
async function splitsAround(tx: Tx, exchange: ExchangeId, days: readonly StagedDay[]): Promise<Split[]> {
  const [first, last] = [days[0]?.date, days.at(-1)?.date]
  if (first === undefined || last === undefined || first === last) return []
  const recorded = `select stock_code, ex_date, exp(sum(ln(numerator::float8 / denominator))) as ratio,
      string_agg(numerator || ':' || denominator, ' ' order by kind) as terms
    from corporate_action
    where exchange = $1 and ex_date > $2 and ex_date <= $3 and not cancelled and kind in ('split', 'consolidation', 'bonus')
    group by stock_code, ex_date having abs(sum(ln(numerator::float8 / denominator))) > ln($4::float8)`
  const asked = [exchange, first, last, leastRatio]
  const { rows: any } = await tx.query(`${recorded} limit 1`, asked)
  if (any.length === 0) return []
  const { rows } = await tx.query<Split>(
    `select stock, terms, ratio, before, after, date from (
       select stock_code as stock, ex_date, terms, ratio,
         (array_agg(close order by date desc) filter (where date < ex_date))[1] as before,
         (array_agg(close order by date) filter (where date >= ex_date))[1] as after,
         min(date) filter (where date >= ex_date) as date
       from (${recorded}) split join incoming_bar using (stock_code)
       where date between ex_date - $5::integer and ex_date + $5::integer and close > 0
       group by stock_code, ex_date, terms, ratio) around
     where before is not null and after is not null order by ex_date desc, stock`,
    [...asked, near],
  )
  return rows
}

/**
 * Reports what the closes are, with the figures of one split: as a note or, if the prices are declared otherwise, as a
 * question.
 */
export function toldKind(found: Found | undefined, prices: PriceKind): { notes: Reason[]; asked: Reason[] } {
  if (!found) return { notes: [], asked: [] }
  const { kind, count, split } = found
  const { stock, before, after, date, terms } = split
  const values = { stock, before, after, date, terms, count }
  return (kind === 'as-traded') === (prices === 'as-traded')
    ? { notes: [{ text: `import.gate.found-kind.${kind}`, values }], asked: [] }
    : { notes: [], asked: [{ text: `import.gate.other-than-declared.${kind}`, values }] }
}
