import { mostResults, type Results } from '@finlist/contract/finlist-results'
import { adjustedPrice, stepAt } from '@finlist/domain/adjust/adjustment'
import { daysBetween, shortestQuarter } from '@finlist/domain/fundamentals/quarters-known'
import { dayOfNumber, resultsIn } from '@finlist/domain/fundamentals/results'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import { readReported } from '../../market-data/fundamentals/store.ts'
import { readSteps } from '../../market-data/store/adjustments.ts'
import { readLoadedResults } from './store.ts'

/**
 * The stock's newest quarterly results, newest first: those reported by a source, and for other quarters those loaded
 * with a list.
 */
export async function readResults(db: Db, exchange: ExchangeId, stockCode: string): Promise<Results[]> {
  const [reported, loaded] = await Promise.all([
    readReported(db, { exchange, codes: [stockCode] }),
    loadedResults(db, exchange, stockCode),
  ])
  const ofSource = resultsIn(reported.get(stockCode) ?? []).map(({ knownOn, periodEnd, quarter }): Results => {
    const { thisEps: eps, epsChange, thisSales: sales, salesChange, source } = quarter
    return { knownOn, periodEnd, eps, epsChange, sales, salesChange, source }
  })
  const others = loaded.filter(
    ({ periodEnd }) => !ofSource.some(it => Math.abs(daysBetween(it.periodEnd, periodEnd)) < shortestQuarter),
  )
  return [...ofSource, ...others].toSorted((one, other) => (one.knownOn < other.knownOn ? 1 : -1)).slice(0, mostResults)
}

async function loadedResults(db: Db, exchange: ExchangeId, stockCode: string): Promise<Results[]> {
  const rows = await readLoadedResults(db, { exchange, stockCode, most: mostResults })
  if (rows.length === 0) return []
  const steps = (await readSteps(db, exchange, { codes: [stockCode] })).get(stockCode) ?? []
  return rows.map(row => ({
    knownOn: row.known_on,
    periodEnd: dayOfNumber(row.this_report_date),
    // The list has earnings per share in the shares of its day.
    eps: row.this_eps === null ? null : adjustedPrice(row.this_eps, stepAt(steps, row.issue_date)),
    epsChange: row.eps_change,
    sales: row.this_sales,
    salesChange: row.sales_change,
    source: row.source,
  }))
}
