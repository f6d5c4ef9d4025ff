import { createHash } from 'node:crypto'
import { isTradingDay } from '@finlist/domain/calendar'
import { describe, expect, it } from 'vitest'
import { demoLevels } from './game-levels.ts'
import { type Bar, barsOf, demoMarket } from './market.ts'

const { levels, index } = demoLevels('finlist')

describe('the demo’s game levels', () => {
  it.each([1, 2, 3])(
    'are 22 in playlist %d, some with a base and some without, each of a different stock',
    playlistId => {
      const mine = levels.filter(level => level.playlistId === playlistId)
      expect(mine.map(({ levelId }) => levelId)).toEqual(Array.from({ length: 22 }, (_, at) => at + 1))
      expect(mine.filter(({ outline }) => outline).length).toBeGreaterThanOrEqual(10)
      expect(mine.filter(({ outline }) => !outline).length).toBeGreaterThanOrEqual(8)
      // A level's number does not reveal whether it has a base.
      expect(new Set(mine.slice(0, 8).map(({ outline }) => outline !== undefined)).size).toBe(2)
    },
  )

  it('each have a stock that no other level has, a year of earlier bars and only trading days', () => {
    expect(new Set(levels.map(({ stockCode }) => stockCode)).size).toBe(66)
    for (const { bars, startDate, endDate } of levels) {
      expect(bars.filter(({ date }) => date < startDate).length).toBeGreaterThan(230)
      expect(bars.filter(({ date }) => date >= startDate && date <= endDate).length).toBeGreaterThan(50)
      expect(bars.every(({ date }) => isTradingDay('HKEX', date))).toBe(true)
      expect(bars.at(-1)!.date <= endDate).toBe(true)
    }
  })

  it('the demo’s game levels with a base show the base complete around day 1', () => {
    for (const { outline, startDate, endDate } of levels) {
      if (!outline) continue
      expect(outline.pivot).toBeGreaterThan(0)
      expect([outline.points.at(-1)!.date >= startDate, outline.points.at(-1)!.date < endDate]).toEqual([true, true])
    }
  })

  it('never show the chart of a listed stock', () => {
    const listed = demoMarket({
      seed: 'finlist',
      exchange: 'HKEX',
      startDate: '2022-01-03',
      asOf: '2023-06-30',
      stocks: 60,
    })
    const known = new Set<string>()
    const sameDay = ({ date, close, volume }: Bar) => `${date} ${close} ${volume}`
    for (const { series } of listed.stocks) for (const bar of barsOf(listed.days, series)) known.add(sameDay(bar))
    for (const { bars } of levels) expect(bars.filter(bar => bar.volume > 0 && known.has(sameDay(bar)))).toHaveLength(0)
  })

  it('are the same on every run, and differ for another seed', { tags: ['slow'] }, () => {
    const fingerprint = (told: object) => createHash('sha256').update(JSON.stringify(told)).digest('hex')
    const first = fingerprint({ levels, index })
    expect(fingerprint(demoLevels('finlist'))).toBe(first)
    expect(fingerprint(demoLevels('other'))).not.toBe(first)
  })
})
