const hongKongMs = 8 * 3_600_000
const closingDay = 5

/** The month of an instant (ms) in Hong Kong, as YYYY-MM. */
export const monthAt = (ms: number): string => new Date(ms + hongKongMs).toISOString().slice(0, 7)

export const nextMonth = (month: string): string => moved(month, 1)

/** The first instant of a month in Hong Kong, in ms. */
export const startOf = (month: string): number => Date.parse(`${month}-01T00:00:00+08:00`)

/** The time at which a month's figures become final, in ms: the start of the 5th of the next month in Hong Kong. */
export const closesAt = (month: string): number => startOf(nextMonth(month)) + (closingDay - 1) * 86_400_000

/** The newest month whose figures are final by `now`. */
export function lastToClose(now: number): string {
  const before = moved(monthAt(now), -1)
  return closesAt(before) <= now ? before : moved(before, -1)
}

function moved(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}
