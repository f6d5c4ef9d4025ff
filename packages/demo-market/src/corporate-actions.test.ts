import { adjustedBars, stepsOf } from '@finlist/domain/adjust/adjustment'
import { describe, expect, it } from 'vitest'
import { actionsOf, tradedBars } from './corporate-actions.ts'
import { barsOf, demoMarket } from './market.ts'

const market = demoMarket({
  seed: 'finlist',
  exchange: 'HKEX',
  startDate: '2023-05-22',
  asOf: '2026-11-20',
  stocks: 30,
})
const stocks = market.stocks.map(stock => ({ stock, actions: actionsOf(market, stock) }))

describe('the demo’s corporate actions', () => {
  it('include a split, a consolidation, a bonus and dividends', () => {
    const kinds = new Set(stocks.flatMap(({ actions }) => actions.map(({ kind }) => kind)))
    expect([...kinds].toSorted()).toEqual(['bonus', 'consolidation', 'dividend', 'split'])
  })

  it('turn the bars as traded back into the generated series when applied', () => {
    for (const { stock, actions } of stocks) {
      const steps = stepsOf(
        actions.filter(({ kind }) => kind !== 'split'),
        { adjustment: 'splits', asOf: '2026-11-20' },
      )
      const series = [...barsOf(market.days, stock.series)]
      const shown = adjustedBars([...tradedBars(market, stock, '')], steps)
      expect(shown.map(({ close }) => Math.round(close * 1e6))).toEqual(
        series.map(({ close }) => Math.round(close * 1e6)),
      )
      expect(shown.every(({ volume }, at) => Math.abs(volume - series[at]!.volume) <= 5)).toBe(true)
    }
  })

  it('leave no jump in adjusted prices across a split, a consolidation or a bonus', () => {
    for (const { stock, actions } of stocks) {
      const shown = adjustedBars(
        [...tradedBars(market, stock, '')],
        stepsOf(actions, { adjustment: 'splits', asOf: '2026-11-20' }),
      )
      for (const { exDate, kind } of actions) {
        const at = shown.findIndex(({ date }) => date >= exDate)
        if (kind === 'dividend' || at < 1) continue
        expect(Math.abs(Math.log(shown[at]!.close / shown[at - 1]!.close))).toBeLessThan(0.35)
      }
    }
  })

  it('include a delisting, after which the stock has no bars', () => {
    const gone = market.stocks.filter(({ traits }) => traits.special?.kind === 'delisting')
    expect(gone).toHaveLength(1)
    const { traits, series } = gone[0]!
    const day = traits.special?.kind === 'delisting' ? traits.special.day : 0
    expect(series.close.slice(day).every(close => Number.isNaN(close))).toBe(true)
    expect(series.close.slice(0, day).some(close => !Number.isNaN(close))).toBe(true)
  })
})
