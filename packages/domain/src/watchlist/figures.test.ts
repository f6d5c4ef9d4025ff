import { describe, expect, it } from 'vitest'
import { disciplineOf, figuresOf, totalsOf } from './figures.ts'

const position = (buyPrice: number, shares: number, currentPrice: number | null) => ({ buyPrice, shares, currentPrice })

describe('figures of a watchlist position (WL-19, WL-20)', () => {
  it.each<[string, ReturnType<typeof position>, ReturnType<typeof figuresOf>]>([
    ['a gain', position(10, 100, 12.5), { cost: 1000, totalValue: 1250, profit: 250, profitPercent: 25 }],
    ['a loss', position(20, 50, 18), { cost: 1000, totalValue: 900, profit: -100, profitPercent: -10 }],
    ['no price', position(20, 50, null), { cost: 1000, totalValue: null, profit: null, profitPercent: null }],
    ['bought at zero', position(0, 50, 18), { cost: 0, totalValue: 900, profit: 900, profitPercent: null }],
  ])('are calculated correctly: %s', (_, given, expected) => expect(figuresOf(given)).toEqual(expected))
})

describe('the state of a position by its stop, target and chase limit', () => {
  it.each<[number, string]>([
    [91.9, 'past-stop'],
    [92, 'past-stop'],
    [92.5, 'near-stop'],
    [93, 'near-stop'],
    [93.1, 'within-chase'],
    [105, 'within-chase'],
    [105.1, 'beyond-chase'],
    [119.9, 'beyond-chase'],
    [120, 'at-target'],
    [125, 'at-target'],
    [125.1, 'past-target'],
  ])('the state of a position bought at 100 and now at %d is %s', (currentPrice, state) => {
    expect(disciplineOf(position(100, 1, currentPrice))?.state).toBe(state)
  })

  it('includes the prices of stop, target and chase limit', () => {
    const found = disciplineOf(position(50, 1, 55))
    expect(found?.stop.map(Math.round)).toEqual([47, 46])
    expect(found?.target).toEqual([60, 62.5])
    expect(found?.chaseLimit).toBeCloseTo(52.5)
  })

  it('is null without a price or a cost', () => {
    expect(disciplineOf(position(50, 1, null))).toBeNull()
    expect(disciplineOf(position(0, 1, 10))).toBeNull()
  })
})

it('a position without a price is left out of all totals, so that total value minus total cost equals total profit', () => {
  expect(totalsOf([position(10, 100, 12), position(5, 100, null)])).toEqual({
    delisted: 0,
    positions: 2,
    priced: 1,
    cost: 1000,
    totalValue: 1200,
    profit: 200,
    profitPercent: 20,
  })
  expect(totalsOf([position(5, 100, null)])).toMatchObject({ cost: null, totalValue: null, profit: null })
})

it('a delisted position is left out of all totals and has no state', () => {
  const gone = { ...position(10, 100, 20), delistedOn: '2026-03-02' }
  expect(totalsOf([position(10, 100, 12), gone])).toMatchObject({ positions: 2, priced: 1, delisted: 1, cost: 1_000 })
  expect(disciplineOf(gone)).toBe(null)
  expect(disciplineOf({ ...gone, delistedOn: undefined })?.state).toBe('past-target')
})
