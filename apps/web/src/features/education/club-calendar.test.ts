import { expect, it } from 'vitest'
import { clubCalendar } from './club-calendar.ts'

const at = (time: string) => Date.parse(`${time}+08:00`)
const made = (now: string, title = 'Sunday Club') =>
  clubCalendar({ title, link: 'https://club.example/next', now: at(now) }).split('\r\n')

it.each([
  ['2026-07-15T12:00', 'DTSTART:20260718T000000Z'],
  ['2026-07-18T09:00', 'DTSTART:20260725T000000Z'],
  ['2026-07-19T23:00', 'DTSTART:20260725T000000Z'],
])(
  'a live-club reminder made on %s starts on the next Saturday at 08:00 in Hong Kong and repeats weekly',
  (now, start) => {
    expect(made(now)).toContain(start)
    expect(made(now)).toContain('RRULE:FREQ=WEEKLY')
  },
)

it('a calendar file escapes special characters, and folds long lines to at most 75 bytes', () => {
  expect(made('2026-07-15T12:00', 'Club; live, online')).toContain('SUMMARY:Club\\; live\\, online')
  const lines = made('2026-07-15T12:00', '週日會'.repeat(30))
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${'週日會'.repeat(30)}`)
})
