import type { Currency } from '../markets.ts'

/** The value of one unit of a currency in Hong Kong dollars, and the day of that rate. */
export type Rate = { currency: Currency; hkd: number; date: string }

type Sum = { currency: Currency; cost: number | null; totalValue: number | null }

/** The sums, converted to `base` and added up; `missing` lists the currencies left out for lack of a rate. */
export type InCurrency = {
  cost: number | null
  totalValue: number | null
  profit: number | null
  profitPercent: number | null
  /** The oldest day of the rates used; null if no rate was used. */
  asAt: string | null
  missing: Currency[]
}

/** Adds up sums of several currencies; a sum without prices is skipped. */
export function inCurrency(base: Currency, sums: readonly Sum[], rates: readonly Rate[]): InCurrency {
  const known = new Map<Currency, Pick<Rate, 'hkd'> & { date: string | null }>([['HKD', { hkd: 1, date: null }]])
  for (const rate of rates) known.set(rate.currency, rate)
  const into = known.get(base)
  const missing: Currency[] = []
  const dates: string[] = []
  let total: { cost: number; totalValue: number } | undefined
  for (const { currency, cost, totalValue } of sums) {
    if (cost === null || totalValue === null) continue
    const from = known.get(currency)
    if (currency !== base && (!from || !into)) {
      missing.push(currency)
      continue
    }
    const factor = currency === base ? 1 : from!.hkd / into!.hkd
    if (currency !== base) dates.push(...[from!.date, into!.date].filter(date => date !== null))
    total = { cost: (total?.cost ?? 0) + cost * factor, totalValue: (total?.totalValue ?? 0) + totalValue * factor }
  }
  const asAt = dates.toSorted()[0] ?? null
  if (!total) return { cost: null, totalValue: null, profit: null, profitPercent: null, asAt, missing }
  const profit = total.totalValue - total.cost
  return { ...total, profit, profitPercent: total.cost > 0 ? (profit / total.cost) * 100 : null, asAt, missing }
}
