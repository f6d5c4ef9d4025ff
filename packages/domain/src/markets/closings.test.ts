import chineseDays from 'chinese-days'
import Holidays, { type HolidaysTypes } from 'date-holidays'
import { describe, expect, it } from 'vitest'
import { addDays, type Day, isHalfDay, isTradingDay, weekday } from '../calendar.ts'
import { trading } from '../trading.ts'
import type { Trading } from './trading.ts'

/** The days on which a market's closings differ from the public holidays, and why. */
type Explained = { closedAnyway: Record<string, string>; openAnyway: Record<string, string> }

const settlement = 'settlement without trading before Lunar New Year'
const bridge = 'bridge day, made up on a Saturday without trading'
const substitute = 'substitute that the library does not have'
const labour = 'Labour Day or its substitute'
const lawOf2025 = 'holiday since the law of 2025 or its substitute'
const goodFriday = 'Good Friday'
const columbus = 'Columbus Day'
const veterans = 'Veterans Day'

const explained: Record<'HKEX' | 'US' | 'JP' | 'TW', Explained> = {
  HKEX: { closedAnyway: {}, openAnyway: {} },
  US: {
    closedAnyway: {
      '2022-04-15': goodFriday,
      '2023-04-07': goodFriday,
      '2024-03-29': goodFriday,
      '2025-01-09': 'day of mourning for Jimmy Carter',
      '2025-04-18': goodFriday,
      '2026-04-03': goodFriday,
      '2027-03-26': goodFriday,
    },
    openAnyway: {
      '2022-10-10': columbus,
      '2022-11-11': veterans,
      '2023-10-09': columbus,
      '2024-10-14': columbus,
      '2024-11-11': veterans,
      '2025-10-13': columbus,
      '2025-11-11': veterans,
      '2026-10-12': columbus,
      '2026-11-11': veterans,
      '2027-10-11': columbus,
      '2027-11-11': veterans,
      '2027-12-31': 'a New Year on a Saturday closes no other day',
    },
  },
  JP: { closedAnyway: {}, openAnyway: {} },
  TW: {
    closedAnyway: {
      '2022-01-27': settlement,
      '2022-01-28': settlement,
      '2022-05-02': labour,
      '2022-09-09': substitute,
      '2023-01-18': settlement,
      '2023-01-19': settlement,
      '2023-01-20': bridge,
      '2023-01-27': bridge,
      '2023-02-27': bridge,
      '2023-04-03': bridge,
      '2023-05-01': labour,
      '2023-06-23': bridge,
      '2023-10-09': bridge,
      '2024-02-06': settlement,
      '2024-02-07': settlement,
      '2024-02-08': bridge,
      '2024-04-05': substitute,
      '2024-05-01': labour,
      '2025-01-23': settlement,
      '2025-01-24': settlement,
      '2025-01-27': bridge,
      '2025-04-03': substitute,
      '2025-05-01': labour,
      '2025-05-30': substitute,
      '2025-09-29': lawOf2025,
      '2025-10-24': lawOf2025,
      '2025-12-25': lawOf2025,
      '2026-02-12': settlement,
      '2026-02-13': settlement,
      '2026-02-27': substitute,
      '2026-04-03': substitute,
      '2026-05-01': labour,
      '2026-09-28': lawOf2025,
      '2026-10-09': substitute,
      '2026-10-26': lawOf2025,
      '2026-12-25': lawOf2025,
      '2027-02-03': settlement,
      '2027-02-04': lawOf2025,
      '2027-04-06': substitute,
      '2027-04-30': labour,
      '2027-09-28': lawOf2025,
      '2027-10-25': lawOf2025,
      '2027-12-24': lawOf2025,
    },
    openAnyway: {},
  },
}

const closesLikeBanks = new Set(['JP'])

describe('the closings of the table', () => {
  it.each(['HKEX', 'US', 'JP', 'TW'] as const)(
    'are the public holidays of %s, except for the differences explained here',
    exchange => {
      const country = exchange === 'HKEX' ? 'HK' : exchange
      const types: HolidaysTypes.HolidayType[] = closesLikeBanks.has(exchange) ? ['public', 'bank'] : ['public']
      const holidays = new Set(yearsOf(trading[exchange]).flatMap(year => holidaysOf(country, year, types)))
      const ours = closingsOf(trading[exchange])
      const { closedAnyway, openAnyway } = explained[exchange]
      expect(
        ours.filter(day => !holidays.has(day)),
        'closed on no public holiday',
      ).toEqual(Object.keys(closedAnyway))
      expect([...holidays].filter(day => !ours.includes(day)).toSorted(), 'open on a public holiday').toEqual(
        Object.keys(openAnyway),
      )
    },
  )

  it('are those of the State Council in mainland China, plus Lunar New Year’s Eve of 2024', () => {
    const days = announcedYears().flatMap(daysOf)
    const told = days.filter(day => weekday(day) % 6 !== 0 && chineseDays.isHoliday(day))
    const ours = closingsOf(trading.CN).filter(day => announcedYears().includes(Number(day.slice(0, 4))))
    expect(ours.filter(day => !told.includes(day))).toEqual(['2024-02-09'])
    expect(told.filter(day => !ours.includes(day))).toEqual([])
  })

  it('include the weekends that are working days in mainland China', () => {
    const workedWeekends = announcedYears()
      .flatMap(daysOf)
      .filter(day => weekday(day) % 6 === 0 && chineseDays.isWorkday(day))
    expect(workedWeekends.length).toBeGreaterThan(25)
    expect(workedWeekends.filter(day => isTradingDay('CN', day))).toEqual([])
  })

  it('are estimates for mainland China in exactly the years not yet announced, and include every statutory holiday', () => {
    const expected = yearsOf(trading.CN).filter(year => !announcedYears().includes(year))
    expect(trading.CN.guessed ?? []).toEqual(expected)
    // Half holidays that apply only to women, young people, children or soldiers.
    const ofSome = ['03-08', '05-04', '06-01', '08-01']
    const everyone = expected
      .flatMap(year => holidaysOf('CN', year, ['public']))
      .filter(day => !ofSome.includes(day.slice(5)))
    expect(everyone.filter(day => isTradingDay('CN', day))).toEqual([])
  })

  it('make each Lunar New Year’s Eve that is a trading day a half day in Hong Kong', () => {
    const eves = yearsOf(trading.HKEX)
      .flatMap(daysOf)
      .filter(day => isTradingDay('HKEX', day) && isNewYear(addDays(day, 1)))
    expect(eves.length).toBeGreaterThan(3)
    const halves = yearsOf(trading.HKEX)
      .flatMap(daysOf)
      .filter(day => isHalfDay('HKEX', day) && !/-12-(24|31)$/.test(day))
    expect(halves).toEqual(eves)
  })
})

const yearsOf = ({ closings }: Trading) => Object.keys(closings).map(Number)

const announcedYears = () => yearsOf(trading.CN).filter(year => chineseDays.isHoliday(`${year}-01-01`))

const closingsOf = ({ closings }: Trading): Day[] =>
  Object.entries(closings).flatMap(([year, list]) =>
    list.split(' ').map(mmdd => `${year}-${mmdd.slice(0, 2)}-${mmdd.slice(2)}`),
  )

/** The days of a year in the calendar's format. */
function daysOf(year: number): Day[] {
  const days: Day[] = []
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) days.push(day)
  return days
}

const isNewYear = (day: Day) => {
  const { lunarMon, lunarDay, isLeap } = chineseDays.getLunarDate(day)
  return lunarMon === 1 && lunarDay === 1 && !isLeap
}

/** The weekdays of a year that are holidays in the country. */
function holidaysOf(country: string, year: number, types: HolidaysTypes.HolidayType[]): Day[] {
  const days = new Holidays(country, { types }).getHolidays(year).flatMap(({ date, start, end }) => {
    const first = date.slice(0, 10)
    const count = Math.round((end.getTime() - start.getTime()) / 86_400_000)
    return Array.from({ length: count }, (_, at) => addDays(first, at))
  })
  return [...new Set(days)].filter(day => weekday(day) % 6 !== 0)
}
