import { describe, expect, it } from 'vitest'
import type { GameDay, Trade } from './play.ts'
import { reviewOf } from './review.ts'

const level = (...closes: number[]): GameDay[] => closes.map((close, at) => ({ time: at, open: close, close }))
const trade = (buyDay: number, buyPrice: number, sellDay: number): Trade => ({
  buyDay,
  buyPrice,
  sellDay,
  sellPrice: 1,
  returnRate: 0,
})
const reviewed = (days: GameDay[], trades: Trade[], pivot?: number) =>
  reviewOf(days, {
    lastDay: days.length,
    trades,
    base:
      pivot === undefined
        ? undefined
        : {
            pivot,
            points: [
              { time: 0, price: 1 },
              { time: 1, price: 1 },
            ],
          },
  })

describe('the review of a finished level', () => {
  it('compares the player’s return with buying on day 2 and holding for the same time', () => {
    const days = level(8, 10, 11, 15, 12)
    expect(reviewed(days, [trade(2, 10, 4)])).toMatchObject({ days: 5, daysHeld: 2, buyAndHoldReturn: 12 / 10 - 1 })
    expect(reviewOf(days, { lastDay: 3, trades: [], base: undefined }).buyAndHoldReturn).toBeCloseTo(0.1)
    expect(reviewOf(days, { lastDay: 1, trades: [], base: undefined }).buyAndHoldReturn).toBe(0)
  })

  it.each([
    ['sold before it fell 8%', [100, 100, 95, 93, 93], 5, true],
    ['sold at the next open after it did', [100, 100, 95, 92, 90], 5, true],
    ['held on', [100, 100, 92, 90, 90], 5, false],
    ['held, and it recovered', [100, 100, 91, 110, 120], 5, false],
  ] as const)('says whether the player kept to the stop: %s', (_, closes, sellDay, kept) => {
    expect(reviewed(level(...closes), [trade(2, 100, sellDay)]).trades[0]!.stopKept).toBe(kept)
  })

  it.each([
    ['at the pivot', 100, 3, true],
    ['5 % above it', 105, 3, true],
    ['farther above', 105.1, 3, false],
    ['far below, within the base', 90, 3, null],
    ['before the base was complete', 101, 2, null],
  ] as const)('says whether the player bought too far above a breakout: bought %s', (_, buyPrice, buyDay, kept) => {
    expect(reviewed(level(1, 1, 1, 1), [trade(buyDay, buyPrice, 4)], 100).trades[0]!.chaseKept).toBe(kept)
  })

  it('mentions no breakout for a stock without a base', () => {
    expect(reviewed(level(1, 1, 1), [trade(2, 9, 3)]).trades[0]!.chaseKept).toBeNull()
  })
})
