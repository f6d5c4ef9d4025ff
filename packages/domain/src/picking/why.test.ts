import { describe, expect, it } from 'vitest'
import type { PickFacts } from './facts.ts'
import { buyPointByMethod, checklistOf, type SeenPick } from './why.ts'

const facts: PickFacts = {
  parts: { strength: 4_090, trend: 2_000, base: 1_800, quiet: 600 },
  trend: { averages: [95, 90, 85], slowBefore: 82, high: 104, low: 60, conditions: Array<boolean>(8).fill(true) },
  turnover: 80_000_000,
  volume: 900,
  pivot: 101,
  base: {
    from: '2026-01-05',
    points: { leftLip: '2026-01-05', low: '2026-03-02', rightLip: '2026-05-04', handleLow: '2026-05-11' },
    low: 75,
    depth: 250,
    length: 95,
    quality: 72,
    facts: { advance: 610, bowl: 620, lowAt: 440, cupLength: 83, handleLength: 12, handleDepth: 79, dry: 800 },
  },
  turns: {
    leftLip: { price: 100, ago: 95 },
    low: { price: 75, ago: 55 },
    rightLip: { price: 101, ago: 12 },
    handleLow: { price: 93, ago: 7 },
  },
  highs: { before: 100, since: 101, sinceLow: 101 },
}
const pick: SeenPick = {
  exchange: 'HKEX',
  close: 98,
  rank: 90,
  template: 8,
  pattern: 'CWH',
  variant: '',
  facts,
}
const { base, turns, highs } = facts
const withBase = (change: Partial<NonNullable<typeof base>>) => ({ facts: { ...facts, base: { ...base!, ...change } } })
const withFact = (name: string, value: number) => withBase({ facts: { ...base!.facts, [name]: value } })
const withTurn = (name: string, price: number, ago = turns[name]!.ago) => ({
  facts: { ...facts, turns: { ...turns, [name]: { price, ago } } },
})

const unmet = (change: Partial<SeenPick>) =>
  Object.values(checklistOf({ ...pick, ...change })).flatMap(lines =>
    lines.filter(({ met }) => !met).map(({ id }) => id),
  )

describe('the checklist of a pick’s requirements', () => {
  it('shows every requirement as met if all values are within their limits', () => expect(unmet({})).toEqual([]))

  it.each<[string, Partial<SeenPick>]>([
    ['rank', { rank: 69 }],
    ['template', { template: 6 }],
    ['pivot-over', { facts: { ...facts, pivot: 110.5 } }],
    ['turnover', { facts: { ...facts, turnover: 10 } }],
    ['depth', withBase({ depth: 351 })],
    ['advance', withFact('advance', 299)],
    ['cup-length', withFact('cupLength', 326)],
    ['bowl', withFact('bowl', 951)],
    ['bowl-low', withFact('lowAt', 240)],
    ['handle-length', withFact('handleLength', 31)],
    ['handle-depth', withFact('handleDepth', 151)],
    ['length', withBase({ length: 34 })],
    ['lowest-day', withTurn('low', 75, 90)],
    ['handle-middle', withTurn('handleLow', 73.9)],
    ['regained', { facts: { ...facts, highs: { ...highs!, sinceLow: 92 } } }],
    ['passed', { facts: { ...facts, highs: { ...highs!, since: 103.2 } } }],
    ['of-high-before', { facts: { ...facts, highs: { ...highs!, before: 103.2 } } }],
  ])('shows %s as unmet if the value is beyond its limit', (id, change) => expect(unmet(change)).toContain(id))

  it('takes the trend conditions from the facts, which were computed from exact prices', () => {
    const conditions = facts.trend.conditions.with(2, false)
    expect(unmet({ facts: { ...facts, trend: { ...facts.trend, conditions } } })).toEqual(['slow-rising'])
  })

  it('has other limits for a pick without a base, and no requirements of a base', () => {
    const leader = { ...pick, pattern: 'NIL', facts: { ...facts, pivot: null, base: null, turns: {}, highs: null } }
    const { listing, base: none } = checklistOf(leader)
    expect(none).toEqual([])
    expect(listing.map(({ id, least }) => [id, least]).slice(0, 2)).toEqual([
      ['rank', 80],
      ['template', 8],
    ])
  })

  it('shows each value next to its limit', () => {
    const depth = checklistOf(pick).base.find(({ id }) => id === 'depth')
    expect(depth).toEqual({ id: 'depth', value: 250, least: 120, most: 350, met: true })
  })
})

it('the method’s own buy point is one price step above the pivot', () => {
  expect(buyPointByMethod('HKEX', facts)).toBe(101.1)
  expect(buyPointByMethod('HKEX', { ...facts, pivot: null })).toBeNull()
})
