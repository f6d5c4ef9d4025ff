import { addDays, type Day, weekday } from '@finlist/domain/calendar'
import { publishesAt } from '../../../market-data/store/week.ts'

/** A past week: its Sunday, and when its list would have been published, in ms. */
export type PastWeek = { sunday: Day; known: number }

const sundayOf = (day: Day) => addDays(day, (7 - weekday(day)) % 7)

/** All weeks from that of `from` up to, but excluding, that of `before`; oldest first. */
export function weeksBetween(from: Day, before: Day): PastWeek[] {
  const weeks: PastWeek[] = []
  for (let sunday = sundayOf(from); sunday < addDays(sundayOf(before), -6); sunday = addDays(sunday, 7))
    weeks.push({ sunday, known: publishesAt(sunday) })
  return weeks
}

/** Whether the week is later than the one that contains `day`. */
export const isAfter = ({ sunday }: PastWeek, day: Day): boolean => sunday > sundayOf(day)
