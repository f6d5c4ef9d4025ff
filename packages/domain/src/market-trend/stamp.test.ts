import { expect, it } from 'vitest'
import { exchangeIds } from '../markets.ts'
import { trendStamp } from './stamp.ts'

const at = (time: string) => Date.parse(`${time}+08:00`)

it('the time stamp is between 23:00 and 23:08, and the same on every call (MT-09)', () => {
  const times = exchangeIds.flatMap(exchange =>
    Array.from({ length: 60 }, (_, day) => trendStamp(exchange, at('2026-01-01T12:00') + day * 86_400_000).time),
  )
  expect(times.every(time => /^23:0[0-8]$/.test(time))).toBe(true)
  expect(new Set(times).size).toBe(9)
  expect(trendStamp('HKEX', at('2026-01-01T12:00'))).toEqual(trendStamp('HKEX', at('2026-01-01T18:30')))
})

it('until its time in Hong Kong the time stamp is yesterday’s, and from then on it is today’s (MT-10)', () => {
  for (const exchange of exchangeIds) {
    expect(trendStamp(exchange, at('2026-03-10T00:00')).date).toBe('2026-03-09')
    expect(trendStamp(exchange, at('2026-03-10T22:59:59')).date).toBe('2026-03-09')
    const { time } = trendStamp(exchange, at('2026-03-10T23:09'))
    expect(trendStamp(exchange, at(`2026-03-10T${time}`) - 1)).toMatchObject({ date: '2026-03-09' })
    expect(trendStamp(exchange, at(`2026-03-10T${time}`))).toEqual({ date: '2026-03-10', time })
  }
})
