import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeIds } from '../markets.ts'
import { type PeriodId, periods, priceCents } from './catalogue.ts'
import { type ProductId, products } from './products.ts'
import { everyRight, type PlanGrant, type Right, rightsChangeAt, rightsOf } from './rights.ts'
import type { Role } from './roles.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 10, 20)
const plan = (productId: ProductId, periodId: PeriodId): PlanGrant => ({
  productId,
  periodId,
  startsAt: now - hour,
  endsAt: now + hour,
})

const accounts: Record<string, { holdings?: PlanGrant[]; roles?: Role[] }> = {
  FREE: {},
  'HK-m': { holdings: [plan(1, 3)] },
  'HK-q': { holdings: [plan(1, 2)] },
  'HK-h': { holdings: [plan(1, 4)] },
  'HK-y': { holdings: [plan(1, 1)] },
  'US-m': { holdings: [plan(2, 3)] },
  'US-q': { holdings: [plan(2, 2)] },
  'US-h': { holdings: [plan(2, 4)] },
  'US-y': { holdings: [plan(2, 1)] },
  SC: { holdings: [plan(5, 3)] },
  FR: { roles: ['friend'] },
  SA: { roles: ['staff'] },
  AD: { roles: ['admin'] },
  AF: { roles: ['affiliate'] },
  BETA: { roles: ['beta_access'] },
}

// Part 4 of the requirements: for each right, the accounts that have it. No other account has it.
const everybody = Object.keys(accounts)
const hongKong = ['HK-m', 'HK-q', 'HK-h', 'HK-y']
const us = ['US-m', 'US-q', 'US-h', 'US-y']
const whole = ['FR', 'SA', 'AD']
const matrix: [Right, string[]][] = [
  ['signed-in', everybody],
  ['chart', everybody],
  ['game', everybody],
  ['shareholding-change', everybody],
  ['movers', everybody],
  ['finlist:HKEX', [...hongKong, ...whole]],
  ['finlist:US', [...us, ...whole]],
  ['finlist:JP', whole],
  ['finlist:CN', whole],
  ['finlist:TW', whole],
  ['patterns:HKEX', [...hongKong, ...whole]],
  ['patterns:US', [...us, ...whole]],
  ['market-trend:HKEX', [...hongKong, ...whole]],
  ['market-trend:US', [...us, ...whole]],
  ['market-trend:TW', whole],
  ['notifications:HKEX', [...hongKong, ...whole]],
  ['notifications:US', [...us, ...whole]],
  ['notifications:PAID', [...hongKong, ...us, ...whole]],
  ['notifications:SUNDAY_CLUB', [...hongKong, 'SC', ...whole]],
  ['paid', [...hongKong, ...us, ...whole]],
  ['watchlist', [...hongKong, ...us, ...whole]],
  ['watchlist-bypass', whole],
  ['rsline', [...hongKong, ...us, ...whole]],
  ['game-rank', [...hongKong, ...us, ...whole]],
  ['shareholding', [...hongKong, ...whole]],
  ['movers-plus', [...hongKong, ...whole]],
  ['profit-alerts', [...hongKong, ...whole]],
  ['finder', [...hongKong, 'BETA', ...whole]],
  ['videos', ['HK-q', 'HK-h', 'HK-y', 'US-q', 'US-h', 'US-y', ...whole]],
  ['advanced-videos', ['HK-y', 'US-y', ...whole]],
  ['sunday-club', [...hongKong, 'SC', ...whole]],
  ['sunday-club-replay', [...hongKong, 'SC', ...whole]],
  ['affiliate', ['AF']],
  ['staff', ['SA', 'AD']],
  ['admin', ['AD']],
]

describe('the rights of the accounts in the entitlement matrix', () => {
  it.each(matrix)('include %s for these accounts and no others', (right, holders) => {
    for (const [name, { holdings = [], roles = [] }] of Object.entries(accounts)) {
      expect([name, rightsOf(holdings, roles, now).has(right)]).toEqual([name, holders.includes(name)])
    }
  })

  it('include every kind of right', () => {
    const kinds = (rights: readonly Right[]) => [...new Set(rights.map(right => right.split(':')[0] ?? ''))].toSorted()
    expect(kinds(matrix.map(([right]) => right))).toEqual(kinds(everyRight))
  })

  it('the rights of a plan for one market include only that market', () => {
    for (const [id, { market }] of Object.entries(products)) {
      if (market === null) continue
      const rights = rightsOf([plan(Number(id) as ProductId, 1)], [], now)
      expect(exchangeIds.filter(exchange => rights.has(`finlist:${exchange}`))).toEqual([market])
    }
  })
})

describe('rights over time', () => {
  it('include the rights of a plan from its first millisecond to its last', () => {
    const holding = plan(1, 3)
    const paid = (at: number) => rightsOf([holding], [], at).has('paid')
    expect([
      paid(holding.startsAt - 1),
      paid(holding.startsAt),
      paid(holding.endsAt - 1),
      paid(holding.endsAt),
    ]).toEqual([false, true, true, false])
  })

  const anyHolding = fc.record({
    productId: fc.constantFrom<ProductId>(1, 2, 3, 4, 5, 6),
    periodId: fc.constantFrom<PeriodId>(1, 2, 3, 4),
    startsAt: fc.integer({ min: 0, max: 1_000 }),
    endsAt: fc.integer({ min: 0, max: 1_000 }),
  })

  it('stay the same between two starts or ends of plans', () => {
    fc.assert(
      fc.property(fc.array(anyHolding, { maxLength: 6 }), fc.integer({ min: 0, max: 1_000 }), (holdings, at) => {
        const next = rightsChangeAt(holdings, at)
        const last = next === Infinity ? 2_000 : next - 1
        expect([...rightsOf(holdings, [], last)].toSorted()).toEqual([...rightsOf(holdings, [], at)].toSorted())
      }),
    )
  })

  it('combine the rights of all plans, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(anyHolding, { maxLength: 6 }), fc.integer({ min: 0, max: 1_000 }), (holdings, at) => {
        const union = new Set(
          holdings.flatMap(holding => [...rightsOf([holding], [], at)]).concat([...rightsOf([], [], at)]),
        )
        expect([...rightsOf(holdings.toReversed(), [], at)].toSorted()).toEqual([...union].toSorted())
      }),
    )
  })
})

describe('the prices of the plans', () => {
  it.each<[string, ProductId, PeriodId, number | null]>([
    ['HK yearly', 1, 1, 1_680_000],
    ['HK quarterly', 1, 2, 480_000],
    ['HK monthly', 1, 3, 200_000],
    ['HK half-year is not sold', 1, 4, null],
    ['US yearly', 2, 1, 1_260_000],
    ['JP quarterly', 6, 2, 360_000],
    ['TW monthly', 4, 3, 150_000],
    ['Sunday Club is not sold', 5, 3, null],
  ])('are as published: %s', (_, productId, periodId, cents) => {
    expect(priceCents(productId, periodId)).toBe(cents)
  })

  it('match the advertised discounts: quarterly 20%, yearly 30% off the monthly price', () => {
    for (const id of [1, 2, 3, 4, 6] as const) {
      const perMonth = (period: PeriodId) => priceCents(id, period)! / periods[period].months
      expect([perMonth(2) / perMonth(3), perMonth(1) / perMonth(3)]).toEqual([0.8, 0.7])
    }
  })
})
