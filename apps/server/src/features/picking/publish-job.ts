import type { Language } from '@finlist/i18n/languages'
import type { Job } from '../../background/jobs.ts'
import { publishesAt, saturdayNoonAfter } from '../../market-data/week.ts'
import { staffAddresses } from '../../messaging/staff-addresses.ts'
import type { JobParts } from './propose-job.ts'
import { publishProposalOf } from './publish.ts'
import { type IssueKey, readProposal } from './store.ts'

/** What the history of uploads calls it. */
const itself = 'Saturday noon'

/**
 * On Saturdays at noon in Hong Kong: publishes the lists of the week that nobody has published, where the operator wants
 * it so; else tells staff that they wait.
 */
export const publishJob = (parts: JobParts): Job => ({
  name: 'publish-lists',
  next: (last, now) => saturdayNoonAfter(last ?? now),
  async run(now) {
    const waiting = await readWaiting(parts, now)
    if (waiting.length === 0) return { rows: 0 }
    if (parts.config.LIST_PUBLISHES_ITSELF) return { rows: await publishAll(parts, waiting, now) }
    await tell(parts, waiting)
    return { rows: waiting.length }
  },
})

/** Lists that were there in time, the oldest first; what was made later waits for somebody to look at it. */
async function readWaiting({ database: { db } }: JobParts, now: number): Promise<IssueKey[]> {
  const rows = await db
    .selectFrom('proposal')
    .select(['exchange', 'issue_date', 'made_at'])
    .where('state', 'in', ['open', 'handed-in'])
    .orderBy('issue_date')
    .orderBy('exchange')
    .execute()
  return rows
    .filter(({ issue_date, made_at }) => publishesAt(issue_date) <= now && made_at.getTime() < publishesAt(issue_date))
    .map(({ exchange, issue_date: issueDate }) => ({ exchange, issueDate }))
}

/** One that is refused stops no other, and fails the job. */
async function publishAll(parts: JobParts, waiting: readonly IssueKey[], now: number): Promise<number> {
  const failed: unknown[] = []
  for (const key of waiting)
    try {
      const { version } = (await readProposal(parts.database.db, key))!
      await publishProposalOf(parts, key, { version, userId: null, name: itself, now })
    } catch (error) {
      failed.push(error)
    }
  if (failed.length > 0) throw failed[0]
  return waiting.length
}

async function tell({ database, config, send }: JobParts, waiting: readonly IssueKey[]): Promise<void> {
  const lists = waiting.map(({ exchange, issueDate }) => `${exchange} ${issueDate}`).join('\n')
  await database.transaction(async tx => {
    for (const { email: to, language: spoken } of await staffAddresses(tx, config.ADMIN_EMAILS)) {
      const language: Language = spoken ?? 'en'
      await send(tx, 'lists-wait', { to, language, values: { lists } })
    }
  })
}
