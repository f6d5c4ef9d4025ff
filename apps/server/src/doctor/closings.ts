import { closingsKnownUntil, guessedClosings } from '@finlist/domain/calendar'
import { type Check, type Finding, ok, wrong } from './check.ts'

const yearMs = 365 * 86_400_000

/** The markets' closings are known a year ahead. */
export const closings: Check = { name: 'closings', run: ({ now }) => judgeClosings(now) }

export function judgeClosings(now: number): Finding {
  const inAYear = new Date(now + yearMs).toISOString().slice(0, 10)
  if (closingsKnownUntil < inAYear)
    return wrong(
      `The markets' closings are known until ${closingsKnownUntil} alone: after that every weekday counts as a trading day. Upgrade to a version that knows more.`,
      'Upgrade',
    )
  const year = Number(new Date(now).toISOString().slice(0, 4))
  const guessed = guessedClosings.filter(guess => guess.year <= year).map(guess => `${guess.exchange} ${guess.year}`)
  if (guessed.length > 0)
    return wrong(`The closings of ${guessed.join(', ')} are a guess. Upgrade to a version that knows them.`, 'Upgrade')
  return ok(`Known until ${closingsKnownUntil}.`)
}
