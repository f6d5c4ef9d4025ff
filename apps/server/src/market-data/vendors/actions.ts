import type { Day } from '@finlist/domain/calendar'
import type { Batch } from './source.ts'

const actionColumns = ['stockCode', 'exDate', 'kind', 'numerator', 'denominator', 'amount', 'currency'] as const
export type ActionRow = readonly [
  stockCode: string,
  exDate: Day,
  kind: 'split' | 'consolidation' | 'dividend',
  numerator: number | null,
  denominator: number | null,
  amount: number | null,
  currency: string | null,
]

/**
 * A split or consolidation of old shares into new ones. Vendors may round the figures; `within` is the tolerance.
 * Undefined if the ratio is 1, or not a ratio of small integers.
 */
export function splitOf(
  stockCode: string,
  exDate: Day,
  newShares: number,
  oldShares: number,
  within = 1e-5,
): ActionRow | undefined {
  const ratio = wholeRatio(newShares, oldShares, within)
  if (!ratio || ratio[0] === ratio[1]) return undefined
  return [stockCode, exDate, ratio[0] > ratio[1] ? 'split' : 'consolidation', ...ratio, null, null]
}

export const dividendOf = (stockCode: string, exDate: Day, amount: number, currency: string): ActionRow => [
  stockCode,
  exDate,
  'dividend',
  null,
  null,
  amount,
  currency,
]

const largestShare = 10_000

/** Converts a ratio such as 1.5 to 1 into the smallest integers within the vendor's precision, such as 3 to 2. */
function wholeRatio(of: number, to: number, within: number): [number, number] | undefined {
  if (!(of > 0) || !(to > 0)) return undefined
  const ratio = of / to
  for (let denominator = 1; denominator <= largestShare; denominator++) {
    const numerator = Math.round(ratio * denominator)
    if (numerator < 1 || numerator > largestShare * 10) continue
    if (Math.abs(numerator / denominator / ratio - 1) < within) return [numerator, denominator]
  }
  return undefined
}

/** Sums dividends of the same day, such as an ordinary and a special one. */
export function actionsBatch(rows: readonly ActionRow[]): Batch[] {
  const byKey = new Map<string, ActionRow>()
  for (const row of rows) {
    const [stockCode, exDate, kind, , , amount, currency] = row
    const key = `${stockCode} ${exDate} ${kind}`
    const before = byKey.get(key)
    const isMore = kind === 'dividend' && before?.[6] === currency
    byKey.set(key, isMore ? dividendOf(stockCode, exDate, before[5]! + amount!, currency!) : row)
  }
  return byKey.size > 0 ? [{ kind: 'corporate-actions', columns: actionColumns, rows: [...byKey.values()] }] : []
}
