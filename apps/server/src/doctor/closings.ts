import { type Closings, closingsKnownUntil, guessedClosings } from '@finlist/domain/calendar'
import { exchangeIds } from '@finlist/domain/markets'
import { readClosings } from '../market-data/store/closings.ts'
import { type Check, type Finding, ok, wrong } from './check.ts'

const yearMs = 365 * 86_400_000
const remedy = 'Load those announced since (finlist import closings), or upgrade to a version that knows them.'

/** Checks that the exchanges' closed days are known a year ahead, and that this year's are not a guess. */
export const closings: Check = {
  name: 'closings',
  run: async ({ now, database }) => judgeClosings(now, await readClosings(database.db)),
}

export function judgeClosings(now: number, told?: Closings): Finding {
  const inAYear = new Date(now + yearMs).toISOString().slice(0, 10)
  const until = (exchange: (typeof exchangeIds)[number]) => closingsKnownUntil(exchange, told)
  const short = exchangeIds.filter(exchange => until(exchange) < inAYear)
  if (short.length > 0)
    return wrong(
      `Closings are known until ${short.map(exchange => `${until(exchange)} (${exchange})`).join(', ')} alone: after that every weekday counts as a trading day. ${remedy}`,
      'Import data',
    )
  const year = Number(new Date(now).toISOString().slice(0, 4))
  const guessed = guessedClosings(told)
    .filter(guess => guess.year <= year)
    .map(guess => `${guess.exchange} ${guess.year}`)
  if (guessed.length > 0) return wrong(`The closings of ${guessed.join(', ')} are a guess. ${remedy}`, 'Import data')
  return ok(`Known until ${exchangeIds.map(until).toSorted()[0]!}.`)
}
