import { describe, expect, it } from 'vitest'
import type { GameDay } from './play.ts'
import { type Bet, randomRate, skillOf } from './skill.ts'

/** A random generator that gives this test the same numbers on every run. */
function stream(seed: number) {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A level whose prices are a random walk with a random drift. */
function level(random: () => number): GameDay[] {
  const drift = 0.01 * (random() - 0.4)
  let price = 100
  return Array.from({ length: 40 + Math.floor(60 * random()) }, (_, time) => {
    price *= 1 + drift + 0.04 * (random() - 0.5)
    return { time, open: price, close: price * (1 + 0.02 * (random() - 0.5)) }
  })
}

/** The trade of a player who buys on a random day and holds for a random time. */
function randomBet(random: () => number, days: GameDay[]): Bet {
  const held = 1 + Math.floor(random() * 30)
  const buyDay = 2 + Math.floor(random() * (days.length - 1 - held))
  const [buyPrice, sellPrice] = [days[buyDay - 1]!.open, days[buyDay + held - 1]!.open]
  const trade = { buyDay, buyPrice, sellDay: buyDay + held, sellPrice, returnRate: sellPrice / buyPrice - 1 }
  return { won: sellPrice > buyPrice, randomRate: randomRate(days, trade) }
}

describe('the probability that a random trade gains', () => {
  const days = [5, 10, 11, 9, 12].map((open, time) => ({ time, open, close: open + 1 }))
  const trade = (buyDay: number, sellDay: number, sellPrice: number) => ({
    buyDay,
    buyPrice: 1,
    sellDay,
    sellPrice,
    returnRate: 0,
  })

  it('is the share of all trades of that length in the level that gain', () => {
    // The possible trades are 10-11, 11-9, 9-12 and 12-13 over one day, and 10-12 and 11-13 over three.
    expect(randomRate(days, trade(3, 4, 9))).toBe(3 / 4)
    expect(randomRate(days, trade(2, 5, 12))).toBe(1)
    expect(randomRate(days, trade(2, 4, 9))).toBe(2 / 3)
  })

  it('includes trades that end at the last close', () => {
    expect(randomRate(days, trade(5, 5, 13))).toBe(3 / 4)
    expect(randomRate(days, trade(2, 5, 13))).toBe(1)
  })
})

describe('the verdict on whether a player’s results are skill or luck', () => {
  it('calls at most 5% of random players better than chance, although it is tested after each of 500 trades', {
    tags: ['slow'],
  }, () => {
    const random = stream(20)
    const levels = Array.from({ length: 60 }, () => level(random))
    const players = 1_000
    let called = 0
    for (let player = 0; player < players; player++) {
      const bets = Array.from({ length: 500 }, () => randomBet(random, levels[Math.floor(random() * 60)]!))
      // A verdict is final, so the last test shows whether any earlier one had given it.
      if (skillOf(bets).verdict === 'better-than-chance') called++
    }
    process.stdout.write(`skill line: ${called} false alarms of ${players} over 500 trades\n`)
    expect(called / players).toBeLessThanOrEqual(0.05)
  })

  it('detects a player who gains in 60% of trades of which 50% would gain by chance', () => {
    const random = stream(60)
    const needed = Array.from({ length: 401 }, () => {
      const bets: Bet[] = []
      while (bets.length < 5_000) {
        bets.push(...Array.from({ length: 10 }, () => ({ won: random() < 0.6, randomRate: 0.5 })))
        if (skillOf(bets).verdict === 'better-than-chance') break
      }
      return bets.length
    }).toSorted((a, b) => a - b)
    const median = needed[200]!
    process.stdout.write(
      `skill line: a 60 % player is told after ${median} trades (median; 9 of 10 after ${needed[360]})\n`,
    )
    expect(median).toBeLessThanOrEqual(300)
  })

  it('is not given without trades, and is final once given', () => {
    const wins = Array.from({ length: 20 }, () => ({ won: true, randomRate: 0.5 }))
    const losses = Array.from({ length: 200 }, () => ({ won: false, randomRate: 0.5 }))
    expect(skillOf([...wins, ...losses])).toEqual({
      verdict: 'better-than-chance',
      trades: 220,
      wins: 20,
      expectedWins: 110,
    })
    expect(skillOf([])).toMatchObject({ verdict: 'not-enough-trades', trades: 0 })
  })

  it('does not count a level in which every trade gains as evidence', () => {
    expect(skillOf(Array.from({ length: 500 }, () => ({ won: true, randomRate: 1 }))).verdict).toBe('not-enough-trades')
  })
})
