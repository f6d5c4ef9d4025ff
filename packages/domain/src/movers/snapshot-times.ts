import { type Closings, type Day, isHalfDay, isTradingDay } from '../calendar.ts'

const morning = ['09:30', '10:00', '10:30', '11:00', '11:30', '12:00'] as const
const afternoon = ['13:00', '13:30', '14:00', '14:30', '15:00', '15:30', '16:00'] as const

/**
 * The times at which snapshots of the Hong Kong market are due on the day, in ms: every half hour of trading; empty for
 * a day without trading.
 */
export function snapshotTimes(day: Day, told?: Closings): number[] {
  if (!isTradingDay('HKEX', day, told)) return []
  const times = isHalfDay('HKEX', day, told) ? morning : [...morning, ...afternoon]
  return times.map(time => Date.parse(`${day}T${time}:00+08:00`))
}
