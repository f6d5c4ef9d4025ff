import { addDays, dayAt, weekday } from '@finlist/domain/calendar'
import { sql } from 'kysely'
import { momentAt } from '../../background/daily-at.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database } from '../../db/database.ts'

const sunday = 0
const evening = '18:00'

/**
 * Job that sends the weekly e-mail to all who subscribed, on Sundays at 18:00 Hong Kong time, when the week's lists are
 * out.
 */
export const weeklyJob = (database: Database): Job => ({
  name: 'weekly-letters',
  // A job that has never run is due immediately. If its first run were counted from `now`, the next Sunday would always
  // lie ahead.
  next: (last, now) => (last === undefined ? now : sundayEveningAfter(last)),
  async run(now) {
    const { numAffectedRows = 0n } = await sql`
      insert into dispatch (user_id, how, kind, week, made_at, try_at)
      select user_id, 'weekly', 'weekly', ${dayAt('HKEX', now)}::date, ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz
      from users u join channel_setting s using (user_id)
      where s.weekly and u.product_notifications and u.blocked_at is null and u.email_proved_at is not null
        and s.refused_email is distinct from lower(u.email)
      on conflict (user_id, week) where how = 'weekly' do nothing`.execute(database.db)
    return { rows: Number(numAffectedRows) }
  },
})

/** The first Sunday 18:00 (Hong Kong) after an instant, both in ms. */
export function sundayEveningAfter(instant: number): number {
  let day = dayAt('HKEX', instant)
  while (weekday(day) !== sunday || momentAt('HKEX', day, evening) <= instant) day = addDays(day, 1)
  return momentAt('HKEX', day, evening)
}
