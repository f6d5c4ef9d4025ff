import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { Stock } from '@finlist/domain/picking/bars'
import { factsOf, type PickFacts } from '@finlist/domain/picking/facts'
import { type IssueRow, issueOfLooks } from '@finlist/domain/picking/issue'
import { looksOf } from '@finlist/domain/picking/look'
import { buyPointByMethod, type Checklist, checklistOf } from '@finlist/domain/picking/why'
import { describe, expect, it } from 'vitest'
import { demoMarket } from './market.ts'
import { pickingStocks } from './picking-stocks.ts'
import { plant } from './plant/plant.ts'
import { nearMisses, type PlantKind } from './plant/shapes.ts'

const lastDay = Date.parse('2026-07-17') / 86_400_000

/** The explanation of a row, made from its facts after they were serialised and parsed again. */
function explained(exchange: ExchangeId, row: IssueRow, facts: PickFacts) {
  const kept = JSON.parse(JSON.stringify(facts)) as PickFacts
  return { row, facts: kept, list: checklistOf({ exchange, ...row, facts: kept }) }
}

const unmet = (list: Checklist) => [...list.listing, ...list.base].filter(({ met }) => !met)

describe.each(exchangeIds)('the facts that explain a row of the lists of %s', exchange => {
  const market = demoMarket({ seed: 'why', exchange, startDate: '2022-01-03', asOf: '2026-07-17', stocks: 60 })
  const stocks = pickingStocks(market)
  const rows = [1, 9, 22, 40, 61, 83].flatMap(weeks => {
    const looks = looksOf(exchange, stocks, lastDay - 7 * weeks)
    const lookOf = new Map(looks.map(look => [look.code, look]))
    const { picks } = issueOfLooks(exchange, looks, lastDay - 7 * weeks)
    return picks.map(row => explained(exchange, row, factsOf(row, lookOf.get(row.code)!)))
  })

  it('are enough to show that the row meets every requirement of the method', () => {
    expect(rows.length).toBeGreaterThan(5)
    for (const { row, list } of rows) {
      expect([row.code, unmet(list)]).toEqual([row.code, []])
      expect(list.template.filter(({ met }) => met)).toHaveLength(row.template)
      expect(list.base.length > 0).toBe(row.base !== null)
    }
  })

  it('give the method’s own buy point', () => {
    for (const { row, facts } of rows) expect(buyPointByMethod(exchange, facts) ?? -1).toBe(row.buyPoint)
  })
})

/**
 * The row that the stock would have as the only stock on a list, with the highest rank and all trend conditions met.
 */
function listed(stock: Stock, day: number) {
  const [look] = looksOf('US', [stock], day)
  if (!look) return undefined
  const leading = { ...look, rank: 99, template: Array<boolean>(8).fill(true) }
  const [row] = issueOfLooks('US', [leading], day).picks
  return row && explained('US', row, factsOf(row, leading))
}

const linesOf: Record<PlantKind, number> = {
  CWH: 13,
  CUP: 10,
  DB: 11,
  FB: 9,
  'high-tight-flag': 5,
  ascending: 9,
}

it.each(Object.keys(nearMisses) as PlantKind[])(
  'the facts of a planted %s meet every line of that base’s checklist',
  kind => {
    const seen = Array.from({ length: 60 }, (_, number) => plant({ seed: 11, kind, noise: 0.009, number }))
      .map(({ stock, readyAt }) => listed(stock, stock.days[readyAt]!))
      .filter(found => found && (found.row.pattern === 'BASE' ? found.row.variant : found.row.pattern) === kind)
    expect(seen.length).toBeGreaterThan(20)
    for (const found of seen) {
      expect(found!.list.base).toHaveLength(linesOf[kind])
      expect(found!.list.base.filter(({ met }) => !met)).toEqual([])
    }
  },
)
