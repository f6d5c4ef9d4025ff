import type { ProposedTrends } from '@finlist/contract/market-trend'
import { type Day, endsWeek } from '@finlist/domain/calendar'
import { proposeLongTerm } from '@finlist/domain/market-trend/long-term-proposal'
import { proposeShortTerm } from '@finlist/domain/market-trend/proposal'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import type { Database } from '../../db/database.ts'
import { readHeldDays } from '../../market-data/quality/held-days.ts'
import { readBars } from '../../market-data/store/bars.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { readStatesSince } from './store.ts'

/**
 * Three years of trading days: enough for the 40-week average, and for the rule's arbitrary initial state to have no
 * more effect.
 */
const bars = 750

/**
 * The market states that the rules propose from the index's bars, and those that staff set. Leaves out held days (days
 * with too few stocks).
 */
export async function proposeTrends({ db, pool }: Database, exchange: ExchangeId): Promise<ProposedTrends> {
  const [all, states, told, held] = await Promise.all([
    readBars(db, { exchange, stockCode: marketIndex[exchange] }, { from: '1970-01-01', to: '9999-12-31', last: bars }),
    readStatesSince(db, exchange, undefined),
    readClosings(db),
    readHeldDays(pool, exchange),
  ])
  const index = all.filter(({ date }) => !held.has(date))
  const set = (shortTerm: boolean) => {
    const state = states.findLast(({ short_term }) => short_term === shortTerm)
    return state ? { marketTrend: state.trend, startDate: state.start_date } : null
  }
  const isOver = (lastDay: Day) => endsWeek(exchange, lastDay, told)
  return {
    asAt: index.at(-1)?.date ?? null,
    shortTerm: { set: set(true), proposed: proposeShortTerm(exchange, index, told) },
    midLongTerm: { set: set(false), proposed: proposeLongTerm(index, isOver) },
  }
}
