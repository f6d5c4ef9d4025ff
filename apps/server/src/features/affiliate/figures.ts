import type { Affiliate, DisputedMonth, PlanDetail } from '@finlist/contract/affiliate'
import { monthAt, nextMonth } from '@finlist/domain/affiliate/month'
import { salesRecord } from '@finlist/domain/affiliate/sales'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import type { Db } from '../../db/database.ts'
import { uncounted } from './close-months.ts'
import { type CountedLine, readCounted, readDisputed, readFacts, readRates, type SaleFact } from './store.ts'

export type Known = { rate: number | null; now: number }

/** All sales with a coupon: closed months as recorded, open months as currently stored. */
async function readSales(db: Db, couponId: string) {
  // Reads rates before sales: a month that closes in between is then still shown as open.
  const rates = await readRates(db)
  const counted = (await readCounted(db, couponId)).filter(line => rates.has(line.month))
  const facts = await readFacts(db, couponId)
  const newest = [...rates.keys()].at(-1)
  const lines = [...counted, ...uncounted(couponId, facts, counted, newest === undefined ? '' : nextMonth(newest))]
  return { rates, facts, lines }
}

export async function figuresOf(db: Db, code: string, couponId: string, { rate, now }: Known): Promise<Affiliate> {
  const { rates, facts, lines } = await readSales(db, couponId)
  return {
    code,
    couponId,
    salesRecord: salesRecord(lines, rates, monthAt(now)),
    disputes: await readDisputed(db, couponId),
    planDetails: plansOf(facts),
    ratePercent: percentOf(rate),
  }
}

/** The figures of a user without a code, or of an unknown code. */
export const noFigures = (code: string, { rate }: Known): Affiliate => ({
  code,
  couponId: '',
  salesRecord: [],
  disputes: [],
  planDetails: [],
  ratePercent: percentOf(rate),
})

export type StatementLine = Pick<CountedLine, 'at' | 'kind' | 'product_id' | 'period_id' | 'cents'>
export type Statement = {
  lines: StatementLine[]
  income: number
  rate: number | undefined
  disputes: DisputedMonth | undefined
}

/** The lines of a month and, once it is closed, the rate it closed at. */
export async function statementOf(db: Db, couponId: string, month: string): Promise<Statement> {
  const { rates, lines } = await readSales(db, couponId)
  const shown = lines.filter(line => line.month === month)
  const disputes = (await readDisputed(db, couponId)).find(row => row.month === month)
  return { lines: shown, income: shown.reduce((sum, { cents }) => sum + cents, 0), rate: rates.get(month), disputes }
}

const percentOf = (rate: number | null) => (rate === null ? null : rate / 100)

/** Customers and income by plan, best-selling plan first. Omits payments that are not for a plan. */
function plansOf(facts: readonly SaleFact[]): PlanDetail[] {
  const plans = new Map<string, { detail: PlanDetail; people: Set<number> }>()
  for (const { productId, periodId, cents, userId } of facts) {
    if (productId === null || periodId === null) continue
    const key = `${productId} ${periodId}`
    const detail = { productId: productId as ProductId, billingPeriodId: periodId as PeriodId, customers: 0, income: 0 }
    const plan = plans.get(key) ?? { detail, people: new Set() }
    plan.detail.income += cents
    plans.set(key, { ...plan, people: plan.people.add(userId) })
  }
  return [...plans.values()]
    .map(({ detail, people }) => ({ ...detail, customers: people.size }))
    .toSorted((one, other) => other.income - one.income)
}
