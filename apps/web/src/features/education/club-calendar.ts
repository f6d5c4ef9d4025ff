import { clubChangesAt, isClubOpen } from '@finlist/domain/education/live-club'

const hourMs = 3_600_000

/** A calendar file (RFC 5545) with a weekly reminder when registration for the club opens. `now`: in ms. */
export function clubCalendar({ title, link, now }: { title: string; link: string; now: number }): string {
  const opensAt = isClubOpen(now) ? clubChangesAt(clubChangesAt(now)) : clubChangesAt(now)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//FinList//Sunday Club//EN',
    'BEGIN:VEVENT',
    `UID:sunday-club@${new URL(link).hostname}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(opensAt)}`,
    `DTEND:${stamp(opensAt + hourMs / 2)}`,
    'RRULE:FREQ=WEEKLY',
    `SUMMARY:${escape(title)}`,
    `URL:${link}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(fold).join('\r\n').concat('\r\n')
}

const stamp = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')

const escape = (text: string) => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** Folds a line of the calendar file into parts of at most 75 bytes. Continuation lines begin with a space. */
function fold(line: string): string {
  const bytes = new TextEncoder()
  const parts: string[] = ['']
  for (const sign of line) {
    const part = parts.at(-1)! + sign
    if (bytes.encode(part).length > 73) parts.push(sign)
    else parts[parts.length - 1] = part
  }
  return parts.join('\r\n ')
}
