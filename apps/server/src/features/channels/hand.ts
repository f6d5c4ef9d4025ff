import { addDays, dayAt } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'
import { sql } from 'kysely'
import { momentAt } from '../../background/daily-at.ts'
import type { Database, Tx } from '../../db/database.ts'

/** Limits per user in 24 hours; anything beyond goes into the daily e-mail. */
const mostMailsADay = 20
const mostPushesADay = 50

const piece = 1_000
/** Time of the daily e-mail, in minutes after the market's close; by then the day's prices have been evaluated. */
const afterCloseMinutes = 240

type Offered = { mail: boolean; push: boolean }

/**
 * Queues new inbox items for the channels that each user chose. Only one process at a time does so, in batches with one
 * transaction each, so that a crash leaves no batch half queued. Returns the number of items.
 */
export async function handWaiting(database: Database, offered: Offered, now: number): Promise<number> {
  let handed = 0
  for (;;) {
    const count = await database.transaction(async tx => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('hand the inboxes', 0)) as mine`.execute(tx)
      return rows[0]!.mine ? await handPiece(tx, offered, now) : 0
    })
    handed += count
    if (count < piece) return handed
  }
}

async function handPiece(tx: Tx, offered: Offered, now: number): Promise<number> {
  const at = new Date(now)
  const letters = JSON.stringify(exchangeIds.map(id => ({ exchange: id, at: nextLetterAt(id, now) })))
  const { rows } = await sql<{ count: number }>`
    with taken as (
      select i.item_id, i.user_id, i.kind, coalesce(i.exchange, 'HKEX') as exchange from inbox_item i join users u using (user_id)
      where i.handed_at is null order by i.item_id limit ${piece} for key share of u for update of i skip locked
    ), told as (
      update inbox_item i set handed_at = ${at} from taken where i.item_id = taken.item_id
    ), lately as (
      select user_id, count(*) filter (where how = 'mail') as mails,
        count(distinct item_id) filter (where how = 'push') as pushes
      from dispatch
      where user_id in (select user_id from taken) and made_at > ${at}::timestamptz - interval '1 day' group by user_id
    ), chosen as (
      select t.*, ${offered.push} and c.push and exists (select from push_subscription p where p.user_id = t.user_id) as push,
        reached.mail and not coalesce(s.no_daily, false) as daily, case when reached.mail then c.mail else 'off' end as mail
      from taken t
      join channel_choice c using (user_id, kind)
      join users u using (user_id)
      left join channel_setting s using (user_id),
      lateral (select ${offered.mail} and u.email_proved_at is not null
        and s.refused_email is distinct from lower(u.email) as mail) reached
      where u.blocked_at is null
    ), counted as (
      select c.*, row_number() over (partition by user_id, c.mail order by item_id) + coalesce(l.mails, 0) as mails,
        row_number() over (partition by user_id, c.push order by item_id) + coalesce(l.pushes, 0) as pushes
      from chosen c left join lately l using (user_id)
    ), placed as (
      select *, mail = 'now' and mails <= ${mostMailsADay} as by_mail, push and pushes <= ${mostPushesADay} as by_push
      from counted
    ), mailed as (
      insert into dispatch (user_id, how, kind, item_id, made_at, try_at)
      select user_id, 'mail', kind, item_id, ${at}::timestamptz, ${at}::timestamptz from placed where by_mail
    ), pushed as (
      insert into dispatch (user_id, how, kind, item_id, subscription_id, made_at, try_at)
      select p.user_id, 'push', p.kind, p.item_id, s.subscription_id, ${at}::timestamptz,
        greatest(${at}::timestamptz, s.wait_until)
      from placed p join push_subscription s using (user_id) where by_push
    ), lettered as (
      insert into daily_item (item_id, user_id, exchange)
      select item_id, user_id, exchange from placed
      where daily and not by_mail and (mail <> 'off' or (push and not by_push))
      returning user_id, exchange
    ), opened as (
      -- A letter that is being sent right now is waited for, and another one follows it.
      insert into dispatch (user_id, how, kind, exchange, made_at, try_at)
      select distinct user_id, 'daily', 'daily', exchange, ${at}::timestamptz, l.at
      from lettered join jsonb_to_recordset(${letters}::jsonb) as l(exchange text, at timestamptz) using (exchange)
      on conflict (user_id, exchange) where how = 'daily' and state = 'waiting' do update set try_at = dispatch.try_at
    )
    select count(*) as count from taken`.execute(tx)
  return rows[0]!.count
}

/** The next time of the market's daily e-mail, which is sent every day, including non-trading days. */
export function nextLetterAt(exchange: ExchangeId, now: number): Date {
  const time = clockOf(closeMinutes(exchange) + afterCloseMinutes)
  const today = dayAt(exchange, now)
  const moments = [today, addDays(today, 1)].map(day => momentAt(exchange, day, time))
  return new Date(moments.find(moment => moment > now)!)
}

/** End of the session, in minutes since midnight in the market's time zone. */
function closeMinutes(exchange: ExchangeId): number {
  const end = trading[exchange].session.slice(-4)
  return Number(end.slice(0, 2)) * 60 + Number(end.slice(2))
}

const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
