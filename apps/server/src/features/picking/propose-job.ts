import { exchangeIds } from '@finlist/domain/markets'
import type { Language } from '@finlist/i18n/languages'
import type { Job } from '../../background/jobs.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { morningAfter, newestWeek } from '../../market-data/store/week.ts'
import type { SendNotice } from '../../notifications/messenger.ts'
import { staffAddresses } from '../../notifications/staff-addresses.ts'
import { translateMissing } from './cannot-make.ts'
import { dropUntil, type Missing, makeProposalOf, type PickingParts } from './make.ts'
import { type IssueKey, isPublished, pricesPublishedAt } from './store.ts'

export type JobParts = PickingParts & { send: SendNotice }

const quarterHourMs = 900_000
const quarterly = (last: number | undefined, now: number) => (last === undefined ? now : last + quarterHourMs)

/**
 * One job per market. It makes the past week's list as soon as possible, and again after new prices are published. If
 * no list can be made, staff get one e-mail.
 */
export const proposeJobs = (parts: JobParts): Job[] =>
  exchangeIds.map(exchange => ({
    name: `propose-${exchange}`,
    brings: true,
    next: quarterly,
    async run(now) {
      const issueDate = newestWeek(exchange, now, await readClosings(parts.database.db))
      return { rows: await proposeWhereDue(parts, { exchange, issueDate }, now), asAt: issueDate }
    },
  }))

async function proposeWhereDue(parts: JobParts, key: IssueKey, now: number): Promise<number> {
  const { db } = parts.database
  if (await isPublished(db, key)) {
    await dropUntil(db, key, 'and its own')
    return 0
  }
  if (!(await isDue(parts, key))) return 0
  const missing = await makeProposalOf(parts, key, { now })
  if (!missing) return 1
  await tellOnce(parts, missing, now)
  return 0
}

/** Whether to make the list now. Only staff can remake a list that was dropped, or published and rolled back. */
async function isDue({ database: { db } }: JobParts, { exchange, issueDate }: IssueKey): Promise<boolean> {
  const found = await db
    .selectFrom('proposal')
    .select(['state', 'prices_at'])
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .executeTakeFirst()
  if (found?.state === 'published' || found?.state === 'dropped') return false
  const missing = await db
    .selectFrom('proposal_missing')
    .select(['why', 'prices_at'])
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .executeTakeFirst()
  // For these two reasons, tries again every time, because they may disappear without new prices.
  if (missing?.why === 'no-prices' || missing?.why === 'day-held') return true
  const looked = missing ?? found
  const pricesAt = await pricesPublishedAt(db, exchange)
  return looked === undefined || looked.prices_at?.getTime() !== pricesAt?.getTime()
}

/**
 * Notifies staff once. Missing prices are reported only the next morning, because they may still arrive; any other
 * reason is reported immediately.
 */
async function tellOnce({ database, config, send }: JobParts, missing: Missing, now: number): Promise<void> {
  const { exchange, issueDate, why, isFed } = missing
  if (!isFed || (why === 'no-prices' && now < morningAfter(exchange, issueDate))) return
  await database.transaction(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('proposal_missing')
      .set({ told_at: new Date(now) })
      .where('exchange', '=', exchange)
      .where('issue_date', '=', issueDate)
      .where('told_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    for (const { email: to, language: spoken } of await staffAddresses(tx, config.ADMIN_EMAILS)) {
      const language: Language = spoken ?? 'en'
      const values = { market: exchange, date: issueDate, reason: translateMissing(language, missing) }
      await send(tx, 'list-missing', { to, language, values })
    }
  })
}
