import type { ExchangeId } from './markets.ts'

/** A day as 'YYYY-MM-DD', on the exchange's own calendar. */
export type Day = string

/**
 * Whole-day closings that fall on a weekday, as MMDD, for 2022 to 2027: public holidays, and in TW the settlement-only
 * days before the lunar new year. Closings for weather are not known beforehand and stand nowhere. CN of 2027 is our
 * guess: it is announced late in 2026. After `lastYear` every weekday counts as a trading day.
 */
const lastYear = 2027
/** The last day for which market closings are known. */
export const closingsKnownUntil: Day = `${lastYear}-12-31`
/** Years whose closings are not announced yet. */
export const guessedClosings: { exchange: ExchangeId; year: number }[] = [{ exchange: 'CN', year: 2027 }]
const closings: Record<ExchangeId, Record<number, string>> = {
  HKEX: {
    2022: '0201 0202 0203 0405 0415 0418 0502 0509 0603 0701 0912 1004 1226 1227',
    2023: '0102 0123 0124 0125 0405 0407 0410 0501 0526 0622 1002 1023 1225 1226',
    2024: '0101 0212 0213 0329 0401 0404 0501 0515 0610 0701 0918 1001 1011 1225 1226',
    2025: '0101 0129 0130 0131 0404 0418 0421 0501 0505 0701 1001 1007 1029 1225 1226',
    2026: '0101 0217 0218 0219 0403 0406 0407 0501 0525 0619 0701 1001 1019 1225',
    2027: '0101 0208 0209 0326 0329 0405 0513 0609 0701 0916 1001 1008 1227',
  },
  US: {
    2022: '0117 0221 0415 0530 0620 0704 0905 1124 1226',
    2023: '0102 0116 0220 0407 0529 0619 0704 0904 1123 1225',
    2024: '0101 0115 0219 0329 0527 0619 0704 0902 1128 1225',
    2025: '0101 0109 0120 0217 0418 0526 0619 0704 0901 1127 1225',
    2026: '0101 0119 0216 0403 0525 0619 0703 0907 1126 1225',
    2027: '0101 0118 0215 0326 0531 0618 0705 0906 1125 1224',
  },
  JP: {
    2022: '0103 0110 0211 0223 0321 0429 0503 0504 0505 0718 0811 0919 0923 1010 1103 1123',
    2023: '0102 0103 0109 0223 0321 0503 0504 0505 0717 0811 0918 1009 1103 1123',
    2024: '0101 0102 0103 0108 0212 0223 0320 0429 0503 0506 0715 0812 0916 0923 1014 1104 1231',
    2025: '0101 0102 0103 0113 0211 0224 0320 0429 0505 0506 0721 0811 0915 0923 1013 1103 1124 1231',
    2026: '0101 0102 0112 0211 0223 0320 0429 0504 0505 0506 0720 0811 0921 0922 0923 1012 1103 1123 1231',
    2027: '0101 0111 0211 0223 0322 0429 0503 0504 0505 0719 0811 0920 0923 1011 1103 1123 1231',
  },
  CN: {
    2022: '0103 0131 0201 0202 0203 0204 0404 0405 0502 0503 0504 0603 0912 1003 1004 1005 1006 1007',
    2023: '0102 0123 0124 0125 0126 0127 0405 0501 0502 0503 0622 0623 0929 1002 1003 1004 1005 1006',
    2024: '0101 0209 0212 0213 0214 0215 0216 0404 0405 0501 0502 0503 0610 0916 0917 1001 1002 1003 1004 1007',
    2025: '0101 0128 0129 0130 0131 0203 0204 0404 0501 0502 0505 0602 1001 1002 1003 1006 1007 1008',
    2026: '0101 0102 0216 0217 0218 0219 0220 0223 0406 0501 0504 0505 0619 0925 1001 1002 1005 1006 1007',
    2027: '0101 0208 0209 0210 0211 0212 0405 0503 0504 0505 0609 0915 1001 1004 1005 1006 1007',
  },
  TW: {
    2022: '0127 0128 0131 0201 0202 0203 0204 0228 0404 0405 0502 0603 0909 1010',
    2023: '0102 0118 0119 0120 0123 0124 0125 0126 0127 0227 0228 0403 0404 0405 0501 0622 0623 0929 1009 1010',
    2024: '0101 0206 0207 0208 0209 0212 0213 0214 0228 0404 0405 0501 0610 0917 1010',
    2025: '0101 0123 0124 0127 0128 0129 0130 0131 0228 0403 0404 0501 0530 0929 1006 1010 1024 1225',
    2026: '0101 0212 0213 0216 0217 0218 0219 0220 0227 0403 0406 0501 0619 0925 0928 1009 1026 1225',
    2027: '0101 0203 0204 0205 0208 0209 0210 0301 0405 0406 0430 0609 0915 0928 1011 1025 1224',
  },
}

/** Hong Kong trades in the morning only on the eves of the lunar new year, Christmas and the new year. */
const lunarEves = new Set(['2022-01-31', '2024-02-09', '2025-01-28', '2026-02-16', '2027-02-05'])

const closed = Object.fromEntries(
  Object.entries(closings).map(([exchange, years]) => [
    exchange,
    new Set(
      Object.entries(years).flatMap(([year, list]) =>
        list.split(' ').map(mmdd => `${year}-${mmdd.slice(0, 2)}-${mmdd.slice(2)}`),
      ),
    ),
  ]),
) as Record<ExchangeId, Set<Day>>

export function isTradingDay(exchange: ExchangeId, day: Day): boolean {
  return !isWeekend(day) && !closed[exchange].has(day)
}

/** Hong Kong only. Volumes of a half day are comparable with no other day and are left out of averages. */
export function isHalfDay(exchange: ExchangeId, day: Day): boolean {
  if (exchange !== 'HKEX' || !isTradingDay(exchange, day)) return false
  if (lunarEves.has(day)) return true
  return (day.endsWith('-12-24') || day.endsWith('-12-31')) && Number(day.slice(0, 4)) <= lastYear
}

/** The trading days from `from` to `to`, both counted. */
export function tradingDays(exchange: ExchangeId, from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (isTradingDay(exchange, day)) days.push(day)
  return days
}

/** The first trading day after `day`. */
export function nextTradingDay(exchange: ExchangeId, day: Day): Day {
  return step(exchange, day, 1)
}

/** The last trading day before `day`. */
export function previousTradingDay(exchange: ExchangeId, day: Day): Day {
  return step(exchange, day, -1)
}

export const timeZones: Record<ExchangeId, string> = {
  HKEX: 'Asia/Hong_Kong',
  US: 'America/New_York',
  JP: 'Asia/Tokyo',
  CN: 'Asia/Shanghai',
  TW: 'Asia/Taipei',
}

/** The calendar day at the exchange at an instant, in ms since the epoch. */
export function dayAt(exchange: ExchangeId, instant: number): Day {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZones[exchange],
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => parts.find(found => found.type === type)!.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** 0 Sunday to 6 Saturday. */
export function weekday(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

function isWeekend(day: Day): boolean {
  return weekday(day) % 6 === 0
}

function step(exchange: ExchangeId, day: Day, by: 1 | -1): Day {
  let next = addDays(day, by)
  while (!isTradingDay(exchange, next)) next = addDays(next, by)
  return next
}
