const hourMs = 3_600_000
const opensOnSaturdayAtHour = 8

/** Whether the live club takes registrations at `now` (ms): Saturday from 08:00 and all Sunday, Hong Kong time. */
export function isClubOpen(now: number): boolean {
  // Hong Kong has been on UTC+8 without summer time since 1979.
  const inHongKong = new Date(now + 8 * hourMs)
  const day = inHongKong.getUTCDay()
  return day === 0 || (day === 6 && inHongKong.getUTCHours() >= opensOnSaturdayAtHour)
}

/** The first instant after `now` (ms) at which the result of `isClubOpen` changes. */
export function clubChangesAt(now: number): number {
  const open = isClubOpen(now)
  let hour = (Math.floor(now / hourMs) + 1) * hourMs
  while (isClubOpen(hour) === open) hour += hourMs
  return hour
}
