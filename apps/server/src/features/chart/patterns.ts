import type { PatternFacts } from '@finlist/contract/charts/chart'
import { adjustedPrice, stepAt } from '@finlist/domain/adjust/adjustment'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { ChartSymbol } from '@finlist/domain/chart/symbol'
import type { Db } from '../../db/database.ts'
import { readSteps } from '../../market-data/store/adjustments.ts'
import { readPatterns } from './store.ts'
import { dayOf } from './times.ts'

type Asked = { days: { from: string; to: string }; adjustment: Adjustment; asOf?: string | undefined }

/**
 * Bases within the range. Their prices are stored in share terms of the base's last day, and returned in the share
 * terms in which the chart shows each day's bar. With `asOf`, only bases that had ended by then.
 */
export async function patternsOf(db: Db, symbol: ChartSymbol, { days, adjustment, asOf }: Asked) {
  const { exchange, stockCode } = symbol
  const rows = await readPatterns(db, symbol, days, asOf)
  const codes = rows.length === 0 ? [] : [stockCode]
  const splits = (await readSteps(db, exchange, { codes, asOf })).get(stockCode) ?? []
  const chosen =
    adjustment === 'splits'
      ? splits
      : ((await readSteps(db, exchange, { codes, adjustment, asOf })).get(stockCode) ?? [])
  return rows.map(({ pattern_type, points, options, to_date }) => {
    const { shape = 'polyline', text = pattern_type, overrides = {}, ...others } = options
    const facts = others as Partial<PatternFacts>
    const shown = (price: number, day: string) => {
      const asTraded = (stepAt(splits, to_date)?.prices ?? 1) / (stepAt(splits, day)?.prices ?? 1)
      const prices = asTraded * (stepAt(chosen, day)?.prices ?? 1)
      return prices === 1 ? price : adjustedPrice(price, { before: day, prices, shares: 1 })
    }
    return {
      points: points.map(({ time, price }) => ({ time, price: shown(price, dayOf(time * 1_000)) })),
      options: {
        shape: String(shape),
        text: String(text),
        overrides: overrides as Record<string, unknown>,
        facts: {
          ...facts,
          ...(facts.pivot !== undefined && { pivot: shown(facts.pivot, to_date) }),
          ...(facts.stop !== undefined && { stop: shown(facts.stop, to_date) }),
          patternType: pattern_type,
        },
      },
    }
  })
}
