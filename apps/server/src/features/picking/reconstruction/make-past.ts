import { addDays, type Day } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { ExchangeId } from '@finlist/domain/markets'
import { drawsOfPicks, type Twin } from '@finlist/domain/outcome/twin'
import { issueOfLooks } from '@finlist/domain/picking/issue'
import { looksOf } from '@finlist/domain/picking/look'
import type { Tx } from '../../../db/database.ts'
import { inputsHash } from '../../../market-data/lists/inputs-hash.ts'
import { type Past, readPast } from '../../../market-data/lists/read-past-stocks.ts'
import { readHeldDays } from '../../../market-data/quality/held-days.ts'
import { seedsOf } from '../../../research/pick-twins.ts'
import type { PastWeek } from './weeks.ts'

/** A reconstructed list: its inputs, and its picks with a buy point. `eligible` is 0 if no list could be made. */
export type PastIssue = {
  issueDate: Day
  inputsHash: string
  eligible: number
  picks: { code: string; pattern: string; buyPoint: number; seed: string; twins: Twin[] }[]
}

/** `constants`: an input of the seeds for drawing twins, the same for the whole reconstruction. */
export type PastWork = { exchange: ExchangeId; constants: string; weeks: readonly PastWeek[] }

/** The method's lists of consecutive weeks, each from the data known when it would have been published. */
export async function makePast(tx: Pick<Tx, 'query'>, { exchange, constants, weeks }: PastWork): Promise<PastIssue[]> {
  const [first, last] = [weeks[0]!, weeks.at(-1)!]
  const stretch = { from: addDays(first.sunday, -6), until: last.sunday, known: first.known }
  const past = await readPast(tx, exchange, stretch)
  const held = await readHeldDays(tx, exchange)
  return weeks.map(week => {
    const day = past.lastDay(addDays(week.sunday, -6), week.sunday)
    return day === undefined || held.has(day)
      ? { issueDate: day ?? addDays(week.sunday, -2), inputsHash: '', eligible: 0, picks: [] }
      : issueOfDay(past, { exchange, constants, day, known: week.known })
  })
}

type OnDay = Pick<PastWork, 'exchange' | 'constants'> & { day: Day; known: number }

function issueOfDay(past: Past, { exchange, constants, day, known }: OnDay): PastIssue {
  const stocks = past.stocksOn(day, known)
  const looks = looksOf(exchange, stocks, dayNumber(day))
  const inputs = inputsHash(stocks)
  const { eligible, picks } = issueOfLooks(exchange, looks, dayNumber(day))
  const listed = picks.filter(({ base }) => base)
  const codes = listed.map(({ code }) => code)
  const draws = drawsOfPicks(exchange, looks, codes, seedsOf({ constants, inputs, market: exchange, date: day }))
  return {
    issueDate: day,
    inputsHash: inputs,
    eligible,
    picks: listed.map(({ code, pattern, buyPoint }) => ({ code, pattern, buyPoint, ...draws[code]! })),
  }
}
