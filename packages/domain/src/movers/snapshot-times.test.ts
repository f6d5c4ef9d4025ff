import { expect, it } from 'vitest'
import { snapshotTimes } from './snapshot-times.ts'

const inHongKong = (day: string) =>
  snapshotTimes(day).map(time => new Date(time + 8 * 3_600_000).toISOString().slice(11, 16))

it('snapshots of the movers are due every half hour of trading, including both ends of the lunch break (MOV-13)', () => {
  const times = inHongKong('2026-11-20')
  expect(times).toHaveLength(13)
  expect([times[0], times.at(-1)]).toEqual(['09:30', '16:00'])
  expect(times).toContain('13:00')
  expect(times).not.toContain('12:30')
})
it('on half days the last snapshot of the movers is at noon', () =>
  expect(inHongKong('2026-12-24').at(-1)).toBe('12:00'))
it('no snapshot of the movers is due on a Saturday or a holiday', () =>
  expect([...inHongKong('2026-11-21'), ...inHongKong('2026-12-25')]).toEqual([]))
