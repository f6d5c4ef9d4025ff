const hongKongMs = 8 * 3_600_000

/** An instant's month in Hong Kong, YYYY-MM. */
export const monthOf = (ms: number): string => new Date(ms + hongKongMs).toISOString().slice(0, 7)

/** The first instant of a month in Hong Kong. */
export const startOf = (month: string): Date => new Date(`${month}-01T00:00:00+08:00`)

export const nextMonth = (month: string): string => moved(month, 1)
export const monthBefore = (month: string): string => moved(month, -1)

/** Every month of a span, both ends inclusive; empty if `to` is before `from`. */
export function monthsFrom(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to && months.length < 1_000; month = nextMonth(month)) months.push(month)
  return months
}

function moved(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}
