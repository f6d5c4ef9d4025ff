import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { follow, netOf, type Sessions } from './follow.ts'
import { rule, usualCosts } from './rule.ts'

type Row = [open: number, high: number, low: number, close: number]
const calm: Row = [100, 101, 99, 100]
const free = { buy: 0, sell: 0, spread: 0 }

const sessionsOf = (rows: readonly Row[], gone?: Sessions['gone']): Sessions => ({
  days: rows.map((_, at) => 20_000 + at),
  open: rows.map(row => row[0]),
  high: rows.map(row => row[1]),
  low: rows.map(row => row[2]),
  close: rows.map(row => row[3]),
  ...(gone && { gone }),
})
const days = (count: number, row: Row = calm) => Array.from({ length: count }, () => row)
const enters: Row = [101, 103, 100, 102]

type Case = {
  name: string
  rows: Row[]
  market?: 'US' | 'CN'
  gone?: Sessions['gone']
  worst: { state: string; entry?: number; exit?: number | undefined; exitAt?: number }
  best?: { state: string; exit?: number; exitAt?: number }
}

const cases: Case[] = [
  { name: 'waits while the high stays under the buy point', rows: days(9), worst: { state: 'waiting' } },
  { name: 'expires after ten sessions', rows: days(10), worst: { state: 'expired' } },
  { name: 'is not filled in the eleventh session', rows: [...days(10), enters], worst: { state: 'expired' } },
  { name: 'fills in the tenth', rows: [...days(9), enters], worst: { state: 'filled', entry: 102 } },
  {
    name: 'fills where the high is the buy point',
    rows: [[100, 102, 100, 101]],
    worst: { state: 'filled', entry: 102 },
  },
  { name: 'fills at an opening above it', rows: [[104, 105, 103, 104]], worst: { state: 'filled', entry: 104 } },
  { name: 'fills nothing at an opening too far above', rows: [[107.2, 109, 107, 108]], worst: { state: 'waiting' } },
  {
    name: 'fills later when it comes back',
    rows: [[107.2, 109, 107, 108], enters],
    worst: { state: 'filled', entry: 102 },
  },
  { name: 'fills nothing on a day locked at one price', rows: [[105, 105, 105, 105]], worst: { state: 'waiting' } },
  {
    name: 'counts the low of the entry day only in the worst case',
    rows: [[101, 103, 93, 102], calm],
    worst: { state: 'stop', exit: 93.84, exitAt: 0 },
    best: { state: 'filled' },
  },
  {
    name: 'counts it in both where the close is under the stop',
    rows: [[101, 103, 92, 93]],
    worst: { state: 'stop', exit: 93.84, exitAt: 0 },
  },
  { name: 'stops at the stop', rows: [enters, [99, 100, 93, 99]], worst: { state: 'stop', exit: 93.84, exitAt: 1 } },
  { name: 'stops at a lower opening', rows: [enters, [90, 91, 89, 90]], worst: { state: 'stop', exit: 90, exitAt: 1 } },
  {
    name: 'stops where a day touches both',
    rows: [enters, [102, 130, 93, 120]],
    worst: { state: 'stop', exit: 93.84, exitAt: 1 },
  },
  {
    name: 'reaches the target',
    rows: [enters, [110, 123, 109, 120]],
    worst: { state: 'target', exit: 122.4, exitAt: 1 },
  },
  {
    name: 'reaches it at a higher opening',
    rows: [enters, [125, 126, 124, 125]],
    worst: { state: 'target', exit: 125, exitAt: 1 },
  },
  {
    name: 'reaches it on the day of entry',
    rows: [[101, 125, 100, 124]],
    worst: { state: 'target', exit: 122.4, exitAt: 0 },
  },
  {
    name: 'is closed at the close of the last session',
    rows: [enters, ...days(rule.hold)],
    worst: { state: 'time', exit: 100, exitAt: rule.hold },
  },
  { name: 'lives until then', rows: [enters, ...days(rule.hold - 1)], worst: { state: 'filled', exit: undefined } },
  {
    name: 'is let out at the next opening where shares are held overnight',
    market: 'CN',
    rows: [
      [101, 103, 93, 102],
      [96, 97, 95, 96],
    ],
    worst: { state: 'stop', exit: 96, exitAt: 1 },
    best: { state: 'filled' },
  },
  {
    name: 'takes no target on the day of entry where shares are held overnight',
    market: 'CN',
    rows: [
      [101, 125, 100, 124],
      [112, 113, 111, 112],
    ],
    worst: { state: 'filled' },
  },
  {
    name: 'is not let out on a day locked at one price',
    rows: [enters, [91, 91, 91, 91], [82, 84, 81, 83]],
    worst: { state: 'stop', exit: 82, exitAt: 2 },
  },
  {
    name: 'is not let out by time on a locked day',
    rows: [enters, ...days(rule.hold - 1), [100, 100, 100, 100], [98, 99, 97, 98]],
    worst: { state: 'time', exit: 98, exitAt: rule.hold + 1 },
  },
  {
    name: 'is worth what the stock was at its end',
    rows: [enters, calm],
    gone: { value: 96 },
    worst: { state: 'gone', exit: 96, exitAt: 1 },
  },
  {
    name: 'is worth half of its last close where nobody knows',
    rows: [enters, calm],
    gone: { value: null },
    worst: { state: 'gone', exit: 50, exitAt: 1 },
  },
  { name: 'expires with its stock', rows: days(3), gone: { value: 90 }, worst: { state: 'expired' } },
]

describe('a pick with a buy order at 102', () => {
  it.each(cases)('has the right outcome: $name', ({ rows, market = 'US', gone, worst, best = worst }) => {
    const outcome = follow(sessionsOf(rows, gone), 0, 102, { market, costs: free })
    const told = ({ state, entry, exit, exitAt }: typeof outcome.worst) => ({
      state,
      entry: entry ?? undefined,
      exit: exit === null ? undefined : Math.round(exit * 1e6) / 1e6,
      exitAt: exitAt ?? undefined,
    })
    expect(told(outcome.worst)).toMatchObject(worst)
    expect(told(outcome.best)).toMatchObject(best)
  })
})

const prices = fc.array(fc.tuple(fc.integer({ min: 50, max: 150 }), fc.nat(20), fc.nat(20), fc.nat(40)), {
  minLength: 1,
  maxLength: 90,
})
const anySessions = prices.map(rows =>
  sessionsOf(
    rows.map(([open, up, down, place]) => {
      const [high, low] = [open + up, Math.max(1, open - down)]
      return [open, high, low, Math.min(high, low + place)]
    }),
  ),
)

it('a pick’s outcome is never worse in the best reading than in the worst, and never depends on data after its exit', () => {
  fc.assert(
    fc.property(anySessions, fc.constantFrom('US', 'CN'), (sessions, market) => {
      const trade = { market, costs: usualCosts[market] } as const
      const { worst, best } = follow(sessions, 0, 102, trade)
      expect(best.entryAt).toBe(worst.entryAt)
      if (worst.exitAt === null) return
      const until = (count: number): Sessions => {
        const cut = (values: ArrayLike<number>) => Array.from(values).slice(0, count)
        const { days, open, high, low, close } = sessions
        return { days: cut(days), open: cut(open), high: cut(high), low: cut(low), close: cut(close) }
      }
      expect(follow(until(worst.exitAt + 1), 0, 102, trade).worst).toEqual(worst)
    }),
  )
})

it('a pick’s outcome deducts the costs of buying and selling, and half the spread for each of them', () => {
  expect(netOf(100, 100, free)).toBe(0)
  expect(netOf(100, 110, free)).toBeCloseTo(0.1, 12)
  const { buy, sell, spread } = usualCosts.HKEX
  expect(netOf(100, 100, usualCosts.HKEX)).toBeCloseTo((99.925 * (1 - sell)) / (100.075 * (1 + buy)) - 1, 12)
  expect(spread).toBe(0.0015)
})
