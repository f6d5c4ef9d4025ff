import type { GameReview } from '@finlist/contract/fintrainer'
import { addDays } from '@finlist/domain/calendar'
import { reviewOf } from '@finlist/domain/fintrainer/review'
import { shownPrice } from '@finlist/domain/fintrainer/scale'
import { marketIndex } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import type { LoadedLevel } from './levels.ts'
import { type PlayRow, readBase, readIndexReturn, type TradeRow } from './store.ts'

/** Maximum age, in days, that a completed base may have on day 1 and still be bought. */
const goodForDays = 60
const mostPoints = 200
/** Code of the index in the game's own price series, if it was loaded. */
const gameIndex = 'INDEX'

/** The review of a level that the player ended on the row's day. */
export async function reviewLevel(db: Db, level: LoadedLevel, row: PlayRow, trades: TradeRow[]): Promise<GameReview> {
  const lastDay = Math.min(row.day, level.dates.length)
  const to = level.dates[lastDay - 1]!
  const found = await readBase(db, level, { from: addDays(level.dates[0]!, -goodForDays), to })
  const pivot = found?.options['pivot']
  const base = found && {
    pivot: typeof pivot === 'number' && pivot > 0 ? shownPrice(pivot, level.multiplier) : null,
    points: found.points.slice(0, mostPoints).map(({ time, price }) => ({
      time: level.shownTime(new Date(time * 1_000).toISOString().slice(0, 10)),
      price: shownPrice(price, level.multiplier),
    })),
  }
  const review = reviewOf(level.days, {
    lastDay,
    base,
    trades: trades.map(it => ({
      buyDay: it.buy_day,
      buyPrice: it.buy_price,
      sellDay: it.sell_day,
      sellPrice: it.sell_price,
      returnRate: it.return_rate,
    })),
  })
  const { exchange, dates } = level
  const index = exchange === 'GAME' ? gameIndex : marketIndex[exchange]
  const marketReturn = dates[1] && lastDay > 1 ? await readIndexReturn(db, { exchange, index, from: dates[1], to }) : 0
  return {
    ...review,
    marketReturn: marketReturn ?? null,
    pattern: found && base ? { patternType: found.pattern_type, ...atScale(base, row.scale) } : null,
  }
}

const atScale = ({ pivot, points }: Pick<NonNullable<GameReview['pattern']>, 'pivot' | 'points'>, scale: number) => ({
  pivot: pivot && shownPrice(pivot, scale),
  points: points.map(({ time, price }) => ({ time, price: shownPrice(price, scale) })),
})
