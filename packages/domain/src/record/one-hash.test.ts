import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type ExchangeId, exchangeIds } from '../markets.ts'
import { drawsOfPicks, seedText } from '../outcome/twin.ts'
import type { Stock } from '../picking/bars.ts'
import { type Canonical, canonical } from '../picking/canonical.ts'
import { looksOf } from '../picking/look.ts'
import { constantsKnown, limitsOf, method } from '../picking/method.ts'
import fixture from './one-hash.json' with { type: 'json' }
import { listToRebuild, rebuild, rebuildPick } from './rebuild.ts'

/**
 * The fixture was made by the version before 2026-11-28, whose lists recorded a single hash of the rules and all
 * limits. It has that version's `method` entry and, for each market, the body of an issue and the draws of its twins,
 * computed from the stocks made below.
 */
const day = 20_000
const stocksOf = (scale: number): Stock[] => {
  let state = 7
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return Array.from({ length: 40 }, (_, n) => {
    const days = Array.from({ length: 400 }, (_, at) => day - 399 + at)
    let price = 30
    const close = days.map(
      () => Math.round((price *= 1 + (next() + next() + next() - 1.47) * 0.03) * scale * 100) / 100,
    )
    return {
      code: `S${n}`,
      days,
      high: close.map(it => Math.round(it * 101) / 100),
      low: close.map(it => Math.round(it * 99) / 100),
      close,
      volume: days.map(() => 80_000_000 + Math.floor(next() * 40_000_000)),
    }
  })
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Recorded = { hash: string; constants: Record<string, Canonical> & { eligible: Record<string, Canonical> } }
const { hash, constants } = JSON.parse(fixture.method) as Recorded
const issues = Object.entries(fixture.issues) as [ExchangeId, { body: string; draws: Record<string, unknown> }][]

it('the single hash of earlier lists covers the current rules, and the current limits of each market that accepts it', () => {
  expect(sha256(canonical(constants))).toBe(hash)
  const { lowestClose, lowestTurnover, ...eligible } = constants.eligible
  const { priceSteps, ...rules } = constants
  expect(canonical({ ...rules, eligible })).toBe(canonical(method))
  const ofMarket = (all: Canonical | undefined, id: ExchangeId) => (all as Record<string, Canonical>)[id]
  const knowing = exchangeIds.filter(id => constantsKnown(id).includes(hash))
  expect(knowing.length).toBeGreaterThan(0)
  for (const id of knowing)
    expect(
      canonical({
        lowestClose: ofMarket(lowestClose, id),
        lowestTurnover: ofMarket(lowestTurnover, id),
        priceSteps: ofMarket(priceSteps, id),
      }),
    ).toBe(canonical(limitsOf(id)))
})

describe.each(issues)('a list of %s by an earlier version', (exchange, { body, draws }) => {
  const stocks = stocksOf(exchange === 'JP' ? 10 : 1)
  const list = listToRebuild(body)
  if (typeof list === 'string') throw new Error(list)

  it('is rebuilt byte for byte, both in full and pick by pick', () => {
    expect(list.constants).toBe(hash)
    expect(rebuild(list, stocks, day)).toEqual([])
    const stockOf = new Map(stocks.map(stock => [stock.code, stock]))
    for (const pick of list.picks) expect(rebuildPick(pick, exchange, stockOf.get(pick.code)!, day)).toBeUndefined()
  })

  it('has the same twins, drawn with seeds computed from its entry', () => {
    const { inputs } = fixture
    const seedOf = (code: string) =>
      sha256(seedText({ constants: list.constants, inputs, market: exchange, date: list.date, code }))
    expect(Object.keys(draws).length).toBeGreaterThan(0)
    expect(drawsOfPicks(exchange, looksOf(exchange, stocks, day), Object.keys(draws), seedOf)).toEqual(draws)
  })

  it('is rejected if its hash or a figure is changed', () => {
    const other = body.replace(hash, hash.replace('5', '6'))
    expect(listToRebuild(other)).toBe('other-method')
    expect(rebuild({ ...list, eligible: 39 }, stocks, day)).toHaveLength(1)
  })
})
