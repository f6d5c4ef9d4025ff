import { type Dispatches, dispatches, sendAgain } from '@finlist/contract/staff/dispatches'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../../db/audit.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'

const mostAgain = 1_000

/** Routes that show staff the sent, waiting and failed messages, and send failed ones again. */
export function dispatchRoutes(app: FastifyInstance, { database, now }: { database: Database; now: () => number }) {
  serve(app, dispatches, () => readDispatches(database.db))

  serve(app, sendAgain, async ({ caller: { userId: byUserId }, body: { way, kind } }) => {
    const at = new Date(now())
    return await database.write(async tx => {
      const again = await tryAgain(tx, way, kind, at)
      const facts = { way, kind, count: again }
      await audit(tx, { byUserId, aboutUserId: null, action: 'told-again', facts, reason: '', at })
      return { again }
    })
  })
}

async function readDispatches(db: Db): Promise<Dispatches> {
  const { rows } = await sql<Dispatches['rows'][number] & { lastSent: Date | null }>`
    select how as way, kind, count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'failed') as failed,
      max(settled_at) filter (where state = 'sent') as "lastSent",
      coalesce((array_agg(error order by coalesce(settled_at, try_at) desc)
        filter (where state in ('waiting', 'failed') and error is not null))[1], '') as fault
    from dispatch group by how, kind order by how, kind`.execute(db)
  const { rows: counts } = await sql<Pick<Dispatches, 'refusingBoxes' | 'browsers'>>`
    select (select count(*) from channel_setting where refused_email is not null) as "refusingBoxes",
      (select count(*) from push_subscription) as browsers`.execute(db)
  return {
    rows: rows.map(({ lastSent, ...row }) => ({ ...row, lastSentAt: lastSent?.toISOString() ?? null })),
    ...counts[0]!,
  }
}

/**
 * Marks failed messages to be sent again and returns their number. Of a user's failed daily e-mails for one market,
 * only the latest is retried, because it includes the items of the earlier ones. If a newer one is already waiting,
 * none of them is retried.
 */
async function tryAgain(tx: Tx, way: string, kind: string, at: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update dispatch set state = 'waiting', try_at = ${at}, attempts = 0, error = null, settled_at = null
    where dispatch_id in (
      select max(dispatch_id) from dispatch d
      where state = 'failed' and how = ${way} and kind = ${kind} and not exists (
        select from dispatch next where next.how = 'daily' and next.state = 'waiting'
          and next.user_id = d.user_id and next.exchange = d.exchange)
      group by case when how = 'daily' then user_id else dispatch_id end, exchange
      limit ${mostAgain})`.execute(tx)
  return Number(numAffectedRows)
}
