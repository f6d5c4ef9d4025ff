import { describe, expect, it } from 'vitest'
import {
  type Game,
  type GameAction,
  type GameDay,
  openReturn,
  type Played,
  play,
  startGame,
  stateOf,
  totalReturn,
} from './play.ts'

const dayMs = 86_400_000
/** Weekdays from a Monday on. On each day the price opens at 10 times the day's number and closes 1 higher. */
const weekdays = (count: number): GameDay[] =>
  Array.from({ length: count }, (_, at) => ({
    time: (Math.floor(at / 5) * 7 + (at % 5)) * dayMs,
    open: 10 * (at + 1),
    close: 10 * (at + 1) + 1,
  }))

function played(days: GameDay[], ...actions: Exclude<GameAction, 'start'>[]) {
  let game: Game = startGame(days)
  const steps: Played[] = []
  for (const action of actions) {
    const step = play(days, game, action)
    if (!step) throw new Error(`${action} is not offered`)
    steps.push(step)
    game = step.game
  }
  return { game, steps, last: steps.at(-1) }
}

describe('a game level', () => {
  const days = weekdays(20)

  it('begins on day 1 without a position (GAME-17)', () => {
    expect([startGame(days), stateOf(startGame(days))]).toEqual([
      { day: 1, bought: null, finished: false },
      'buy-ready',
    ])
  })

  it('buys and sells at the open of the next trading day, which becomes the current day (GAME-18, 19, 20)', () => {
    const { steps, game } = played(days, 'buy', 'day', 'sell')
    expect(steps[0]!.fill).toEqual({ side: 'buy', day: 2, price: 20 })
    expect(steps[1]!.fill).toBeNull()
    expect(steps[2]).toMatchObject({
      fill: { side: 'sell', day: 4, price: 40 },
      trade: { buyDay: 2, buyPrice: 20, sellDay: 4, sellPrice: 40, returnRate: 1 },
    })
    expect([game.day, stateOf(game)]).toEqual([4, 'buy-ready'])
  })

  it('advances by one trading day, or by those within the next seven days (GAME-21)', () => {
    expect(played(days, 'day').game.day).toBe(2)
    expect(played(days, 'week').game.day).toBe(6)
    const suspended = [days[0]!, days[1]!, days[14]!, days[19]!]
    expect(played(suspended, 'week').game.day).toBe(2)
    expect(played(suspended, 'week', 'week').game.day).toBe(3)
  })

  it('computes the return of the open trade and the total return (GAME-22)', () => {
    const { game } = played(days, 'buy', 'day')
    expect(openReturn(days, game)).toBeCloseTo(31 / 20 - 1)
    expect(totalReturn([{ returnRate: 0.25 }, { returnRate: -0.1 }], openReturn(days, game))).toBeCloseTo(0.7)
    expect(openReturn(days, startGame(days))).toBeNull()
  })

  it('ends on its last day, and sells an open position at the last close (GAME-23, 24)', () => {
    const { last } = played(days, 'buy', 'week', 'week', 'week', 'week')
    expect(last!.game).toEqual({ day: 20, bought: null, finished: true })
    expect(last!.trade).toMatchObject({ sellDay: 20, sellPrice: 201 })
    expect(play(days, last!.game, 'day')).toBeUndefined()
    const bought = played(weekdays(2), 'buy').last!
    expect([bought.fill, bought.game.finished]).toEqual([{ side: 'sell', day: 2, price: 21 }, true])
  })

  it('sells an open position when the player leaves (GAME-26)', () => {
    expect(played(days, 'buy', 'finish').last).toMatchObject({
      trade: { buyDay: 2, sellDay: 3, sellPrice: 30 },
      game: { finished: true },
    })
    expect(played(days, 'day', 'finish').last).toEqual({
      game: { day: 2, bought: null, finished: true },
      fill: null,
      trade: null,
    })
  })

  it('rejects moves that its current state does not allow', () => {
    expect(play(days, startGame(days), 'sell')).toBeUndefined()
    expect(play(days, played(days, 'buy').game, 'buy')).toBeUndefined()
  })
})

/** A random generator that gives this test the same numbers on every run. */
function stream(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns a description of each rule that the step breaks. */
function faultsOf(days: GameDay[], before: Game, action: Exclude<GameAction, 'start'>): string[] {
  const next = play(days, before, action)
  const offered = action === 'buy' ? !before.bought : action === 'sell' ? before.bought !== null : true
  if (!next) return offered ? [`${action} was refused`] : []
  const faults = offered ? [] : [`${action} was not refused`]
  const { day, bought, finished } = next.game
  const stays = action === 'finish' && !before.bought
  if (stays ? day !== before.day : day <= before.day) faults.push(`${action} went from day ${before.day} to ${day}`)
  if (finished && bought) faults.push('something is held at the end')
  // Later days must not affect the result.
  const others = days.map((it, at) => (at < day ? it : { ...it, open: 1e9, close: 1e9 }))
  if (day < days.length && JSON.stringify(play(others, before, action)) !== JSON.stringify(next))
    faults.push(`${action} looked ahead`)
  const { trade } = next
  if (!trade) return faults
  const { buyDay, buyPrice, sellDay, sellPrice, returnRate } = trade
  if (buyPrice !== days[buyDay - 1]!.open) faults.push('bought at another price')
  if (sellPrice !== days[sellDay - 1]!.open && sellPrice !== days.at(-1)!.close) faults.push('sold at another price')
  if (returnRate !== sellPrice / buyPrice - 1) faults.push('another return')
  return faults
}

it('a game level never uses later days, never goes back and always ends, whatever the moves', () => {
  const random = stream(11)
  const faults: string[] = []
  let longest = 0
  for (let round = 0; round < 500; round++) {
    const days = weekdays(1 + Math.floor(random() * 40)).map(day => ({
      ...day,
      open: 1 + 9 * random(),
      close: 1 + 9 * random(),
    }))
    let game = startGame(days)
    let steps = 0
    while (!game.finished && steps <= 60) {
      const action = (['day', 'week', 'buy', 'sell', 'finish'] as const)[Math.floor(random() * 4.1)]!
      faults.push(...faultsOf(days, game, action))
      const next = play(days, game, action)
      if (!next) continue
      game = next.game
      steps++
    }
    longest = Math.max(longest, steps)
  }
  expect(faults).toEqual([])
  expect(longest).toBeGreaterThan(10)
  expect(longest).toBeLessThanOrEqual(40)
})
