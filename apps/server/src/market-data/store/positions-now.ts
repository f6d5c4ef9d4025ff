import { changesShares } from '@finlist/domain/adjust/adjustment'
import { positionNow } from '@finlist/domain/adjust/position'
import { dayAt } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { readSteps, type StepsByStock } from './adjustments.ts'

type Stock = { exchange: ExchangeId; stock_code: string }
type Kept = Stock & {
  buy_price: number
  shares: number
  created_at: Date
  changed_at: Date | null
  follows_actions: boolean
}
export type StepsByMarket = ReadonlyMap<ExchangeId, StepsByStock>

/** The adjustment factors of these stocks. */
export async function readStepsOf(db: Db, stocks: readonly Stock[]): Promise<StepsByMarket> {
  const byMarket = new Map<ExchangeId, StepsByStock>()
  for (const [exchange, own] of Map.groupBy(stocks, stock => stock.exchange)) {
    const codes = [...new Set(own.map(({ stock_code }) => stock_code))]
    byMarket.set(exchange, await readSteps(db, exchange, { codes }))
  }
  return byMarket
}

export const enteredOn = ({ exchange, created_at, changed_at }: Kept) =>
  dayAt(exchange, (changed_at ?? created_at).getTime())

/** A position in today's shares, unless the user turned adjustment off for it. */
export function nowOf(position: Kept, steps: StepsByMarket) {
  const { exchange, stock_code, buy_price, shares, follows_actions } = position
  const own = follows_actions ? steps.get(exchange)?.get(stock_code) : undefined
  return positionNow({ buyPrice: buy_price, shares, enteredOn: enteredOn(position) }, own ?? [])
}

type Action = Stock & {
  exDate: string
  kind: 'split' | 'consolidation' | 'bonus' | 'dividend' | 'rights' | 'spin-off'
  numerator: number | null
  denominator: number | null
  amount: number | null
  currency: string | null
}

/** The corporate actions of these stocks whose ex-date has come, oldest first. */
export async function readPastActions(db: Db, stocks: readonly Stock[]): Promise<Action[]> {
  if (stocks.length === 0) return []
  const { rows } = await sql<Action>`
    select exchange, stock_code, ex_date as "exDate", kind, numerator, denominator, amount, currency
    from corporate_action
    join (select distinct * from unnest(${stocks.map(it => it.exchange)}::text[], ${stocks.map(it => it.stock_code)}::text[])
      as asked(exchange, stock_code)) asked using (exchange, stock_code)
    where not cancelled and ex_date <= (product_now() at time zone 'UTC')::date
    order by ex_date, kind`.execute(db)
  return rows
}

const mostTold = 50

/** The corporate actions since the position was entered, at most the newest 50. */
export const actionsSince = (position: Kept, actions: readonly Action[]) =>
  actions
    .filter(it => it.exchange === position.exchange && it.stock_code === position.stock_code)
    .filter(({ exDate }) => exDate > enteredOn(position))
    .slice(-mostTold)
    .map(({ exDate, kind, numerator, denominator, amount, currency }) => ({
      exDate,
      kind,
      numerator,
      denominator,
      amount,
      currency,
      changesShares: changesShares({ kind }),
    }))
