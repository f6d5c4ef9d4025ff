export const gameActions = ['start', 'day', 'week', 'buy', 'sell', 'finish'] as const
export type GameAction = (typeof gameActions)[number]

export const gameStates = ['buy-ready', 'sell-ready', 'finished'] as const
export type GameState = (typeof gameStates)[number]

/** A trading day of a level; `time` in ms. */
export type GameDay = { time: number; open: number; close: number }

/** The progress of a level. Days are counted from 1; `bought` is the open position. */
export type Game = { day: number; bought: { day: number; price: number } | null; finished: boolean }

/** `returnRate` is a fraction: 0.05 is 5%. */
export type Trade = { buyDay: number; buyPrice: number; sellDay: number; sellPrice: number; returnRate: number }
type Fill = { side: 'buy' | 'sell'; day: number; price: number }
export type Played = { game: Game; fill: Fill | null; trade: Trade | null }

const weekMs = 7 * 86_400_000

export const startGame = (days: readonly GameDay[]): Game => ({ day: 1, bought: null, finished: days.length <= 1 })

export const stateOf = ({ finished, bought }: Game): GameState =>
  finished ? 'finished' : bought ? 'sell-ready' : 'buy-ready'

/**
 * Plays one action; undefined if the state does not allow it. An order is filled at the open of the next trading day,
 * and the level moves to that day. On the last day the level ends, and an open position is sold at the close.
 */
export function play(days: readonly GameDay[], game: Game, action: Exclude<GameAction, 'start'>): Played | undefined {
  const state = stateOf(game)
  if (
    state === 'finished' ||
    (action === 'buy' && state !== 'buy-ready') ||
    (action === 'sell' && state !== 'sell-ready')
  )
    return undefined
  const { bought } = game
  if (action === 'finish' && !bought) return { game: { ...game, finished: true }, fill: null, trade: null }
  const day = Math.min(dayAfter(days, game.day, action), days.length)
  if (action === 'buy') {
    const price = days[day - 1]!.open
    return atTheEnd(days, {
      game: { day, bought: { day, price }, finished: false },
      fill: { side: 'buy', day, price },
      trade: null,
    })
  }
  if (bought && (action === 'sell' || action === 'finish')) {
    const sold = sell(bought, day, days[day - 1]!.open)
    return atTheEnd(days, { ...sold, game: { day, bought: null, finished: action === 'finish' } })
  }
  return atTheEnd(days, { game: { ...game, day }, fill: null, trade: null })
}

function dayAfter(days: readonly GameDay[], day: number, action: GameAction): number {
  if (action !== 'week') return day + 1
  const until = days[day - 1]!.time + weekMs
  let last = day + 1
  while (last < days.length && days[last]!.time <= until) last++
  return last
}

function atTheEnd(days: readonly GameDay[], played: Played): Played {
  const { game } = played
  if (game.day < days.length) return played
  if (!game.bought) return { ...played, game: { ...game, finished: true } }
  return {
    ...sell(game.bought, game.day, days[game.day - 1]!.close),
    game: { day: game.day, bought: null, finished: true },
  }
}

function sell(bought: { day: number; price: number }, day: number, price: number): Pick<Played, 'fill' | 'trade'> {
  const returnRate = price / bought.price - 1
  return {
    fill: { side: 'sell', day, price },
    trade: { buyDay: bought.day, buyPrice: bought.price, sellDay: day, sellPrice: price, returnRate },
  }
}

/** The return of the open trade at the newest close; null without an open trade. */
export function openReturn(days: readonly GameDay[], { bought, day }: Game): number | null {
  return bought && days[day - 1]!.close / bought.price - 1
}

/** The sum of the returns of the closed trades and of the open one. */
export function totalReturn(trades: readonly Pick<Trade, 'returnRate'>[], open: number | null): number {
  return trades.reduce((sum, { returnRate }) => sum + returnRate, open ?? 0)
}
