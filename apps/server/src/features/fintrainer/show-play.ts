import type { GameFill, GameLevel, GamePlay, GameReview, GameTrade } from '@finlist/contract/fintrainer'
import { type Game, openReturn, stateOf, totalReturn } from '@finlist/domain/fintrainer/play'
import { actualPrice } from '@finlist/domain/fintrainer/scale'
import type { Level, LoadedLevel } from './levels.ts'
import type { PlayRow, TradeRow } from './store.ts'

export type Status = { played: boolean; open: boolean }
export const statusOf = (play: Pick<PlayRow, 'finished_at'> | undefined): Status => ({
  played: play !== undefined && play.finished_at !== null,
  open: play !== undefined && play.finished_at === null,
})

const secondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1_000

/** What a person may know of a level: which stock it is, and when, once they have finished it. */
export function showLevel(level: Level, status: Status): GameLevel {
  const names = { playlistId: level.playlist_id, levelId: level.level_id }
  if (!status.played)
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
    multiplier: level.multiplier,
    ...status,
  }
}

export const gameOf = (row: PlayRow, level: LoadedLevel): Game => ({
  // Bars may have been replaced by fewer.
  day: Math.min(row.day, level.days.length),
  bought: row.buy_day === null ? null : { day: row.buy_day, price: row.buy_price! },
  finished: row.finished_at !== null,
})

/** The trade as its player may see it, before the level is finished or after. */
export function showTrade(level: LoadedLevel, row: TradeRow, { played }: Status): GameTrade {
  const names = { playlistId: row.playlist_id, levelId: row.level_id }
  const shown = { buyPrice: row.buy_price, sellPrice: row.sell_price, returnRate: row.return_rate }
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
  /** Bars after this day are shown; before the first day the past is shown too. */
  since: number
}

export function showPlay(level: LoadedLevel, { row, trades, since, review, ...remaining }: Shown): GamePlay {
  const game = gameOf(row, level)
  const status = statusOf(row)
  const seen = level.days.slice(since, game.day)
  const open = openReturn(level.days, game)
  const sold = trades.find(({ step }) => step === row.steps)
  const fill = (side: GameFill['side'], day: number, price: number): GameFill => ({
    side,
    day,
    time: level.days[Math.min(day, level.days.length) - 1]!.time,
    price,
  })
  const fills = [
    ...trades.flatMap(it => [fill('buy', it.buy_day, it.buy_price), fill('sell', it.sell_day, it.sell_price)]),
    ...(game.bought ? [fill('buy', game.bought.day, game.bought.price)] : []),
  ]
  return {
    level: showLevel(level, status),
    state: stateOf(game),
    steps: row.steps,
    dayOneTime: level.days[0]!.time,
    bars: since === 0 ? [...level.past, ...seen] : seen,
    fills,
    trades: trades.map(trade => showTrade(level, trade, status)),
    fill: (sold || row.last_action === 'buy' ? fills.at(-1) : undefined) ?? null,
    trade: sold ? showTrade(level, sold, status) : null,
    stats: {
      day: game.day,
      buyPrice: game.bought?.price ?? null,
      currentPrice: level.days[game.day - 1]!.close,
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
