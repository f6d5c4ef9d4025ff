import { type Check, type Finding, ok, wrong } from './check.ts'

const dayMs = 86_400_000
/**
 * Maximum age of the newest key of a purpose, in days: a successor is due after 90 days, and the job may fail for ten
 * more.
 */
const mostDays = 100

/** Checks that each of the server's keys was replaced in time. */
export const keys: Check = {
  name: 'keys',
  async run({ database, now }) {
    const newest = await database.db
      .selectFrom('server_key')
      .select(({ fn }) => ['purpose', fn.max('signs_from').as('since')])
      .groupBy('purpose')
      .orderBy('purpose')
      .execute()
    return judgeKeys(newest, now)
  },
}

function judgeKeys(newest: readonly { purpose: string; since: Date }[], now: number): Finding {
  const aged = newest.map(({ purpose, since }) => ({ purpose, days: Math.floor((now - since.getTime()) / dayMs) }))
  const old = aged.filter(({ days }) => days > mostDays)
  if (old.length > 0)
    return wrong(
      `Not followed for more than ${mostDays} days: ${old.map(({ purpose, days }) => `${purpose} (${days} days)`).join(', ')}. Look at the job keys in /admin/overview, or run finlist keys rotate.`,
      'Keys',
    )
  return ok(`${aged.length} kinds of keys, the oldest ${Math.max(0, ...aged.map(({ days }) => days))} days old.`)
}
