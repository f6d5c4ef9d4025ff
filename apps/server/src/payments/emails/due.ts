import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isDisputed } from '../disputed.ts'
import { accessOfSubscription, dayOf, decide, holdsNoMore } from './decide.ts'

const yearly = (Object.keys(periods).map(Number) as PeriodId[]).filter(id => periods[id].months === 12)

/**
 * Queues time-based billing e-mails: a card in its last thirty days, a yearly renewal within seven days, the end of a
 * trial within three days, and ended access. Safe to run late or in several processes.
 */
export async function decideDue(db: Db, now: number): Promise<void> {
  const at = new Date(now)
  const within = (days: number) => new Date(now + days * 86_400_000)
  await decide(
    db,
    sql`
      select c.user_id, 'card-expiring' as kind,
        c.payment_method_id || ':' || c.card_exp_year || '-' || c.card_exp_month as subject_id
      from billing_customer c
      where c.payment_method_id is not null
        and ${cardEnd} > ${at} and ${cardEnd} <= ${within(30)}
        and exists (select from subscription s where s.user_id = c.user_id and s.renews
          and s.status in ('trialing', 'active', 'past_due'))
      union all
      select user_id, 'upcoming-renewal', subscription_id || ':' || ${dayOf(sql`period_end`)} from subscription
      where status = 'active' and renews and period_id = any(${yearly})
        and period_end > ${at} and period_end <= ${within(7)}
      union all
      select user_id, 'trial-ending', subscription_id || ':' || ${dayOf(sql`trial_end`)} from subscription
      where status = 'trialing' and trial_end > ${at} and trial_end <= ${within(3)}
      union all
      select user_id, 'trial-ending', 'holding:' || grant_id from plan_grant
      where is_trial and subscription_id is null and ends_at > ${at} and ends_at <= ${within(3)}
      union all
      select h.user_id, 'access-ended', coalesce(${accessOfSubscription}, 'holding:' || h.grant_id)
      from plan_grant h
      left join subscription s on s.user_id = h.user_id and s.subscription_id = h.subscription_id
      where h.ends_at <= ${at} and h.ends_at > ${within(-30)} and (s.subscription_id is not null or h.is_trial)
        and ${holdsNoMore(sql`h`, at)} and (s.subscription_id is null or not ${isDisputed(sql`s`)})`,
    at,
  )
}

/** A card is valid until the end of its month, in Hong Kong time. */
const cardEnd = sql`((make_date(c.card_exp_year, c.card_exp_month, 1) + interval '1 month') at time zone 'Asia/Hong_Kong')`
