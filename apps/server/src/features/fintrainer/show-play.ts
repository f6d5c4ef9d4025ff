import type { GameBar, GameFill, GameLevel, GamePlay, GameReview, GameTrade } from '@finlist/contract/fintrainer'
import { type Game, openReturn, stateOf, totalReturn } from '@finlist/domain/fintrainer/play'
import { actualPrice, shownPrice, shownVolume } from '@finlist/domain/fintrainer/scale'
import type { Level, LoadedLevel } from './levels.ts'
import type { PlayRow, TradeRow } from './store.ts'

/** Multiplies a bar's prices by the player's scale. */
export const atScale =
  (scale: number) =>
  ({ time, open, high, low, close, volume }: GameBar): GameBar => ({
    time,
    open: shownPrice(open, scale),
    high: shownPrice(high, scale),
    low: shownPrice(low, scale),
    close: shownPrice(close, scale),
    volume: shownVolume(volume, scale),
  })

const secondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1_000

/** The parts of a level that a user may see: stock and period only after finishing it. */
export function showLevel(level: Level, play: Pick<PlayRow, 'finished_at' | 'scale'> | undefined): GameLevel {
  const names = { playlistId: level.playlist_id, levelId: level.level_id }
  const status = { played: play?.finished_at != null, open: play?.finished_at === null }
  if (!play || !status.played)
    return {
      ...names,
      stockCode: level.alias,
      stockName: '',
      stockNameZh: '',
      exchange: 'GAME',
      startTime: null,
      endTime: null,
      multiplier: null,
      ...status,
    }
  return {
    ...names,
    stockCode: level.stock_code,
    stockName: level.stock_name,
    stockNameZh: level.stock_name_zh,
    exchange: level.exchange,
    startTime: secondsOf(level.start_date),
    endTime: secondsOf(level.end_date),
    multiplier: shownPrice(level.multiplier, play.scale),
    ...status,
  }
}

export const gameOf = (row: PlayRow, level: LoadedLevel): Game => ({
  // The stored bars may have been replaced by fewer than the player has seen.
  day: Math.min(row.day, level.days.length),
  bought: row.buy_day === null ? null : { day: row.buy_day, price: row.buy_price! },
  finished: row.finished_at !== null,
})

/** The parts of a trade that the player may see; `played` states whether the level is finished. */
export function showTrade(
  level: LoadedLevel,
  row: TradeRow,
  { played, scale }: { played: boolean; scale: number },
): GameTrade {
  const names = { playlistId: row.playlist_id, levelId: row.level_id }
  const shown = {
    buyPrice: shownPrice(row.buy_price, scale),
    sellPrice: shownPrice(row.sell_price, scale),
    returnRate: row.return_rate,
  }
  if (!played)
    return {
      ...names,
      stockCode: level.alias,
      exchange: 'GAME',
      buyDate: row.buy_day,
      actualBuyPrice: null,
      sellDate: row.sell_day,
      actualSellPrice: null,
      ...shown,
    }
  const dateOf = (day: number) => level.dates[day - 1] ?? level.end_date
  return {
    ...names,
    stockCode: level.stock_code,
    exchange: level.exchange,
    buyDate: dateOf(row.buy_day),
    actualBuyPrice: actualPrice(row.buy_price, level.multiplier),
    sellDate: dateOf(row.sell_day),
    actualSellPrice: actualPrice(row.sell_price, level.multiplier),
    ...shown,
  }
}

type Shown = {
  row: PlayRow
  trades: TradeRow[]
  remaining: number
  remainingOfAll: number
  review: GameReview | null
  /** Only bars after this day are sent; 0 includes the bars before day 1. */
  since: number
}

export function showPlay(level: LoadedLevel, { row, trades, since, review, ...remaining }: Shown): GamePlay {
  const game = gameOf(row, level)
  const { scale } = row
  const price = (common: number) => shownPrice(common, scale)
  const seen = level.days.slice(since, game.day)
  const open = openReturn(level.days, game)
  const sold = trades.find(({ step }) => step === row.steps)
  const fill = (side: GameFill['side'], day: number, at: number): GameFill => ({
    side,
    day,
    time: level.days[Math.min(day, level.days.length) - 1]!.time,
    price: price(at),
  })
  const told = (trade: TradeRow) => showTrade(level, trade, { played: row.finished_at !== null, scale })
  const fills = [
    ...trades.flatMap(it => [fill('buy', it.buy_day, it.buy_price), fill('sell', it.sell_day, it.sell_price)]),
    ...(game.bought ? [fill('buy', game.bought.day, game.bought.price)] : []),
  ]
  return {
    level: showLevel(level, row),
    state: stateOf(game),
    steps: row.steps,
    dayOneTime: level.days[0]!.time,
    bars: (since === 0 ? [...level.past, ...seen] : seen).map(atScale(scale)),
    fills,
    trades: trades.map(told),
    fill: (sold || row.last_action === 'buy' ? fills.at(-1) : undefined) ?? null,
    trade: sold ? told(sold) : null,
    stats: {
      day: game.day,
      buyPrice: game.bought && price(game.bought.price),
      currentPrice: price(level.days[game.day - 1]!.close),
      tradeReturn: open,
      totalReturn: totalReturn(
        trades.map(({ return_rate }) => ({ returnRate: return_rate })),
        open,
      ),
      totalTrades: trades.length,
      ...remaining,
    },
    review,
  }
}
