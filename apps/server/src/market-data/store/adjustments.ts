import { type CorporateAction, priceParts, type Step, stepsOf } from '@finlist/domain/adjust/adjustment'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { Day } from '@finlist/domain/calendar'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import { currencyOf, type ExchangeId } from '@finlist/domain/markets'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type StepsByStock = ReadonlyMap<string, readonly Step[]>

type Asked = {
  /** Default: every stock of the market. */
  codes?: readonly string[] | undefined
  adjustment?: Adjustment | undefined
  /** Omits adjustments that the bars' source has already made to their prices. */
  ofBars?: true | undefined
  /** As of the end of that day; default: today. */
  asOf?: Day | undefined
}

type Row = Omit<CorporateAction, 'exDate'> & { code: string; exDate: Day; closeBefore: number | null }

/** Passed as "no limit": the query already returns only actions up to the requested day. */
const lastDay: Day = '9999-12-31'
const none: StepsByStock = new Map()

/**
 * The adjustment factors of the market's stocks, as of `asOf` or today. Stocks without any are omitted. Corporate
 * actions affect prices only through this function.
 */
export async function readSteps(
  db: Db,
  exchange: ChartExchange,
  { codes, adjustment = 'splits', ofBars, asOf }: Asked = {},
): Promise<StepsByStock> {
  const steps = await stepsUntil(db, exchange, { codes, adjustment, ofBars, asOf })
  return asOf === undefined || !ofBars ? steps : await withoutLater(db, exchange, { codes, asOf, steps })
}

async function stepsUntil(
  db: Db,
  exchange: ChartExchange,
  { codes, adjustment = 'splits', ofBars, asOf }: Asked,
): Promise<StepsByStock> {
  if (adjustment === 'as-traded' || isPractice(exchange) || codes?.length === 0) return none
  const isPaid = adjustment === 'splits-and-dividends'
  const { rows } = await sql<Row>`
    select stock_code as code, ex_date as "exDate", kind, numerator, denominator,
      case when currency = ${currencyOf[exchange]} then amount end as amount,
      ${isPaid ? closeBefore : sql`null::double precision`} as "closeBefore"
    from corporate_action action
    where exchange = ${exchange} and not cancelled and ex_date <= ${asOf === undefined ? today : sql`least(${asOf}::date, ${today})`}
      ${ofCodes(codes)}
      ${isPaid ? sql`` : sql`and kind in ('split', 'consolidation', 'bonus')`}
      ${ofBars ? sql`and ${isLeftToDo(exchange)}` : sql``}`.execute(db)
  if (rows.length === 0) return none
  const byStock = new Map<string, readonly Step[]>()
  for (const [code, actions] of Map.groupBy(rows, row => row.code)) {
    const closes = new Map(actions.map(action => [action.exDate, action.closeBefore ?? undefined]))
    const steps = stepsOf(actions, { adjustment, asOf: lastDay, closeBefore: day => closes.get(day) })
    if (steps.length > 0) byStock.set(code, steps)
  }
  return byStock
}

const today = sql`(product_now() at time zone 'UTC')::date`

const ofCodes = (codes: readonly string[] | undefined) =>
  codes === undefined
    ? sql``
    : codes.length === 1
      ? sql`and stock_code = ${codes[0]!}`
      : sql`and stock_code = any(${codes})`

/**
 * Removes the adjustments that the source has made for splits after the day. Its dividend adjustments cannot be
 * removed, because the close they were based on is unknown.
 */
async function withoutLater(
  db: Db,
  exchange: ChartExchange,
  { codes, asOf, steps }: { codes: readonly string[] | undefined; asOf: Day; steps: StepsByStock },
): Promise<StepsByStock> {
  if (isPractice(exchange)) return steps
  const { rows } = await sql<{ code: string; shares: number }>`
    select stock_code as code, exp(sum(ln(numerator / denominator::double precision))) as shares
    from corporate_action action
    where exchange = ${exchange} and not cancelled and ex_date > ${asOf}::date and ex_date <= ${today}
      ${ofCodes(codes)} and kind in ('split', 'consolidation', 'bonus') and not ${isLeftToDo(exchange)}
    group by stock_code`.execute(db)
  if (rows.length === 0) return steps
  const undone = new Map(steps)
  for (const { code, shares } of rows) {
    const own = [...(steps.get(code) ?? []), { before: lastDay, prices: 1, shares: 1 }]
    undone.set(
      code,
      own.map(step => ({ ...step, prices: step.prices * shares, shares: step.shares / shares })),
    )
  }
  return undone
}

/**
 * SQL: whether our program still has to adjust the market's bars for an action. That depends on the action's kind and
 * on the price kind of the last load that was not rolled back.
 */
const isLeftToDo = (exchange: ExchangeId) => sql`coalesce((
  select files ->> 'prices' from upload where kind = 'prices' and rolled_back_at is null
    and files ->> 'exchange' = ${exchange} and files ? 'prices' order by upload_id desc limit 1), 'as-traded')
  = any(case when kind in ('split', 'consolidation', 'bonus') then array['as-traded'] else array['as-traded', 'split-adjusted'] end)`

const closeBefore = sql`(select close from bars_before(action.exchange, action.stock_code, ex_date, 1))`

/** The adjustments as a relation of stock, days and factors. */
export function stepRows(byMarket: ReadonlyMap<ExchangeId, StepsByStock>) {
  const rows = [...byMarket].flatMap(([exchange, byStock]) =>
    [...byStock].flatMap(([code, steps]) =>
      steps.map((step, at) => ({ exchange, code, since: steps[at - 1]?.before ?? '-infinity', ...step })),
    ),
  )
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map(row => row[name])
  return sql`(select * from unnest(${column('exchange')}::text[], ${column('code')}::text[], ${column('since')}::date[],
    ${column('before')}::date[], ${column('prices')}::double precision[], ${column('shares')}::double precision[])
    as step(exchange, stock_code, since, before, prices, shares))`
}

/** SQL equivalent of the domain's `adjustedPrice`; `factor` is already multiplied by `priceParts`. */
export const priceBy = (price: RawBuilder<unknown>, factor: RawBuilder<unknown>) =>
  sql`(round(${price} * ${factor}) / ${sql.lit(priceParts)}::double precision)`

export const sharesBy = (shares: RawBuilder<unknown>, factor: RawBuilder<unknown>) =>
  sql`round(${shares} * ${factor})::bigint`
