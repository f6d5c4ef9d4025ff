import type { Currency } from '../markets.ts'

/** The value of one unit of a currency in Hong Kong dollars, and the day and the source of that rate. */
export type Rate = { currency: Currency; hkd: number; date: string; source: string | null }

type Sum = { currency: Currency; cost: number | null; totalValue: number | null }

/** The sums, converted to `base` and added up; `missing` lists the currencies that have no rate and were left out. */
export type InCurrency = {
  cost: number | null
  totalValue: number | null
  profit: number | null
  profitPercent: number | null
  /** The oldest day of the rates used; null if no rate was used. */
  asAt: string | null
  /** The sources of the rates used, as far as they are known. */
  sources: string[]
  missing: Currency[]
}

/** Adds up sums of several currencies; a sum without prices is skipped. */
export function inCurrency(base: Currency, sums: readonly Sum[], rates: readonly Rate[]): InCurrency {
  const known = new Map<Currency, Omit<Rate, 'currency' | 'date'> & { date: string | null }>([
    ['HKD', { hkd: 1, date: null, source: null }],
  ])
  for (const rate of rates) known.set(rate.currency, rate)
  const into = known.get(base)
  const missing: Currency[] = []
  const dates: string[] = []
  const sources = new Set<string>()
  let total: { cost: number; totalValue: number } | undefined
  for (const { currency, cost, totalValue } of sums) {
    if (cost === null || totalValue === null) continue
    const from = known.get(currency)
    if (currency !== base && (!from || !into)) {
      missing.push(currency)
      continue
    }
    const factor = currency === base ? 1 : from!.hkd / into!.hkd
    if (currency !== base)
      for (const { date, source } of [from!, into!]) {
        if (date !== null) dates.push(date)
        if (source !== null) sources.add(source)
      }
    total = { cost: (total?.cost ?? 0) + cost * factor, totalValue: (total?.totalValue ?? 0) + totalValue * factor }
  }
  const asAt = dates.toSorted()[0] ?? null
  const of = { asAt, sources: [...sources], missing }
  if (!total) return { cost: null, totalValue: null, profit: null, profitPercent: null, ...of }
  const profit = total.totalValue - total.cost
  return { ...total, profit, profitPercent: total.cost > 0 ? (profit / total.cost) * 100 : null, ...of }
}
