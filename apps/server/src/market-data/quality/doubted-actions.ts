import type { ActionKind } from '@finlist/domain/adjust/kinds'
import type { Day } from '@finlist/domain/calendar'
import { currencyOf, type ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import type { Reason } from '../import/import-errors.ts'
import { type FoundDoubt, moment, openDoubts } from './doubts.ts'
import { shortened } from './plausible.ts'

/**
 * Minimum ratio of an action to check. With a smaller ratio, a day's usual move can hide whether the price followed it.
 */
const leastRatio = 1.25

export type ActionTerms = {
  kind: ActionKind
  numerator: number | null
  denominator: number | null
  amount: number | null
  currency: string | null
}
type DoubtedAction = ActionTerms & { stock_code: string; ex_date: Day; before: number; after: number | null }

/**
 * Staged corporate actions that are new or changed and contradict the bars around their ex-date: a ratio that the price
 * did not follow (only in markets whose prices are as traded), or a dividend that is not below the price before it.
 */
export async function findDoubtedActions(
  tx: Tx,
  exchange: ExchangeId,
  { asTraded }: { asTraded: boolean },
): Promise<DoubtedAction[]> {
  const { rows } = await tx.query<DoubtedAction>(
    `select came.stock_code, came.ex_date, came.kind, came.numerator, came.denominator, came.amount, came.currency,
       before.close as before, after.close as after
     from incoming_action came
       cross join lateral bars_before($1, came.stock_code, came.ex_date, 1) before
       left join lateral bars_after($1, came.stock_code, came.ex_date - 1, 1) after on true
       left join corporate_action known on known.exchange = $1 and known.stock_code = came.stock_code
         and known.ex_date = came.ex_date and known.kind = came.kind
     where not came.cancelled and before.close > 0
       and (known.numerator, known.denominator, known.amount) is distinct from (came.numerator, came.denominator, came.amount)
       and case when came.kind in ('split', 'consolidation', 'bonus')
         then $2 and after.close > 0
           and abs(ln(came.numerator::float8 / came.denominator)) > ln($3::float8)
           and abs(ln(after.close / before.close)) < abs(ln(came.numerator::float8 / came.denominator)) / 2
         else came.kind = 'dividend' and came.currency = $4 and came.amount >= before.close end
     order by came.ex_date desc, came.stock_code, came.kind`,
    [exchange, asTraded, leastRatio, currencyOf[exchange]],
  )
  return rows
}

/** Questions about the actions, with the prices next to them. */
export function askedOfActions(doubted: readonly DoubtedAction[]): Reason[] {
  const dividends = doubted.filter(({ kind }) => kind === 'dividend')
  const ratios = doubted.filter(({ kind }) => kind !== 'dividend')
  const told = (text: 'not-followed' | 'dividend-over-price', of: readonly DoubtedAction[]): Reason[] =>
    of.length === 0
      ? []
      : [{ text: `import.gate.${text}`, values: { count: of.length, list: shortened(of.map(inWords)) } }]
  return [...told('not-followed', ratios), ...told('dividend-over-price', dividends)]
}

const inWords = ({ stock_code, ex_date, kind, amount, before, after }: DoubtedAction) =>
  kind === 'dividend'
    ? `${stock_code} ${ex_date} ${amount} / ${before}`
    : `${stock_code} ${ex_date} ${kind} ${before} → ${after}`

/** Removes these actions from the staged ones, because staff will decide about them. Returns a note. */
export async function leaveOutActions(tx: Tx, doubted: readonly DoubtedAction[]): Promise<Reason[]> {
  if (doubted.length === 0) return []
  await tx.query(
    `delete from incoming_action came using unnest($1::text[], $2::date[], $3::text[]) as doubted (stock_code, ex_date, kind)
     where came.stock_code = doubted.stock_code and came.ex_date = doubted.ex_date and came.kind = doubted.kind`,
    [
      doubted.map(({ stock_code }) => stock_code),
      doubted.map(({ ex_date }) => ex_date),
      doubted.map(({ kind }) => kind),
    ],
  )
  const list = shortened(doubted.map(inWords))
  return [{ text: 'import.gate.actions-kept', values: { count: doubted.length, list } }]
}

/**
 * Opens a doubt for each stock and day of the given actions. Ends the doubts about the actions that are still staged,
 * because the load will record those. Call it before they are written. Returns the first day from which something is
 * held back.
 */
export async function holdActions(tx: Tx, exchange: ExchangeId, doubted: readonly DoubtedAction[]) {
  await tx.query(
    `update doubt d set ended_at = $2, ended_as = 'gone' from incoming_action came
     where d.exchange = $1 and d.kind = 'action' and d.ended_at is null
       and d.stock_code = came.stock_code and d.date = came.ex_date
       and d.evidence -> 'actions' @> jsonb_build_array(jsonb_build_object('kind', came.kind))`,
    [exchange, await moment(tx)],
  )
  const byDay = Map.groupBy(doubted, ({ stock_code, ex_date }) => `${stock_code} ${ex_date}`)
  return await openDoubts(tx, exchange, [...byDay.values()].map(doubtOf))
}

function doubtOf(actions: readonly DoubtedAction[]): FoundDoubt {
  const { stock_code: stockCode, ex_date: date, before: previousClose } = actions[0]!
  const ratio = actions.find(({ kind }) => kind !== 'dividend')
  const terms = actions.map(({ kind, numerator, denominator, amount, currency }): ActionTerms => {
    return { kind, numerator, denominator, amount, currency }
  })
  return {
    stockCode,
    date,
    kind: 'action',
    evidence: { previousClose, ...(ratio && { close: ratio.after }), actions: terms },
  }
}
