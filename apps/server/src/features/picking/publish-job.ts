import type { Language } from '@finlist/i18n/languages'
import type { Job } from '../../background/jobs.ts'
import { publishesAt, saturdayNoonAfter } from '../../market-data/store/week.ts'
import { staffAddresses } from '../../notifications/staff-addresses.ts'
import type { JobParts } from './propose-job.ts'
import { publishProposalOf } from './publish.ts'
import { type IssueKey, readProposal } from './store.ts'

/** The publisher's name in the upload history for lists published by the job. */
const itself = 'Saturday noon'

/**
 * Job on Saturdays at noon in Hong Kong. Publishes the week's unpublished lists if the operator has enabled that,
 * otherwise reminds staff of them.
 */
export const publishJob = (parts: JobParts): Job => ({
  name: 'publish-lists',
  // A job that has never run is due immediately. If its first run were counted from `now`, the next Saturday would
  // always lie ahead.
  next: (last, now) => (last === undefined ? now : saturdayNoonAfter(last)),
  async run(now) {
    const waiting = await readWaiting(parts, now)
    if (waiting.length === 0) return { rows: 0 }
    if (parts.config.LIST_PUBLISHES_ITSELF) return { rows: await publishAll(parts, waiting, now) }
    await tell(parts, waiting)
    return { rows: waiting.length }
  },
})

/** Lists made before the publishing time, oldest first. Lists made later wait for review by staff. */
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

/** Publishes every list. A rejected list does not stop the others, but makes the job fail. */
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
