import { departuresOf } from '@finlist/domain/finlist/edited-list'
import { audit } from '../../db/audit.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import type { ListOutlooks, PublishedOutlook } from '../../db/tables/lists.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { knownFundamentals } from '../../market-data/fundamentals/known-fundamentals.ts'
import type { IssueMarks } from '../../market-data/import/issue-marks.ts'
import { readFormerPicks } from '../../market-data/lists/former-picks.ts'
import { publishIssue } from '../../market-data/lists/publish-issue.ts'
import { readLeftOut } from '../../market-data/quality/left-out.ts'
import { dropUntil, type PickingParts } from './make.ts'
import { type EditedProposal, type IssueKey, isPublished, namesOf, readProposal } from './store.ts'

/** The reviewed version, and who publishes it. A null `userId` means the server's scheduled job. */
export type Decided = { version: string; userId: number | null; name: string; now: number }

const conflict = (text: 'published-already' | 'dropped' | 'changed' | 'not-handed-in' | 'own-hand-in') =>
  new BadRequest(`picking.${text}`, { httpStatus: 409 })

/**
 * Publishes the reviewed list and marks the proposal, in one transaction. Throws BadRequest (409) if the proposal was
 * changed or published in the meantime, and ImportRefused for the same reasons as an upload.
 */
export async function publishProposalOf({ database, config }: PickingParts, key: IssueKey, by: Decided): Promise<void> {
  const { db } = database
  const found = await readProposal(db, key)
  assertMayPublish(found, by, config.LIST_NEEDS_TWO)
  if (await isPublished(db, key)) {
    await dropUntil(db, key, 'and its own')
    throw conflict('dropped')
  }
  const rows = found.rows.filter(({ isVetoed }) => !isVetoed)
  await publishIssue(
    database,
    {
      ...key,
      picks: rows.map(row => ({
        stockCode: row.code,
        close: row.close,
        percivalScore: row.score,
        buyPoint: row.buyPoint,
        patternType: row.pattern,
        variant: row.variant,
        stop: row.stop,
        rank: row.rank,
        template: row.template,
      })),
      ...(await knownFundamentals(
        db,
        key,
        rows.map(({ code }) => code),
      )),
      marks: await marksOf(db, key, found),
    },
    { by: { userId: by.userId, name: by.name }, now: by.now },
    tx => settle(tx, key, by, config.LIST_NEEDS_TWO),
  )
}

function assertMayPublish(
  found: EditedProposal | undefined,
  { version, userId }: Decided,
  needsTwo: boolean,
): asserts found is EditedProposal {
  if (!found) throw new NotFound()
  const { state, handed_in_by } = found.proposal
  if (state === 'published') throw conflict('published-already')
  if (state === 'dropped') throw conflict('dropped')
  if (version !== found.version) throw conflict('changed')
  if (!needsTwo) return
  if (state !== 'handed-in') throw conflict('not-handed-in')
  if (handed_in_by === userId) throw conflict('own-hand-in')
}

async function marksOf(db: Db, { exchange, issueDate }: IssueKey, found: EditedProposal): Promise<IssueMarks> {
  const { proposal, edits, rows } = found
  const added = new Map(edits.flatMap(edit => (edit.added ? [[edit.stock_code, edit.added] as const] : [])))
  const { picks } = await readFormerPicks(db, exchange, issueDate)
  const departures = departuresOf(
    picks.map(({ code }) => code),
    rows,
    proposal.departures ?? {},
  )
  const told = [...departures].flatMap(([code, reason]) => (reason === null ? [] : [[code, reason] as const]))
  return {
    method: proposal.method_id,
    constants: proposal.constants,
    departures: proposal.departures === null && told.length === 0 ? null : Object.fromEntries(told),
    picks: Object.fromEntries(
      rows.map(({ code, origin, note }) => [
        code,
        {
          origin,
          note,
          facts: proposal.facts[code] ?? added.get(code)?.facts ?? null,
          outlook: outlookOf(proposal.outlooks, code),
        },
      ]),
    ),
  }
}

function outlookOf(outlooks: ListOutlooks | null, code: string): PublishedOutlook | undefined {
  const found = outlooks?.picks[code]
  return found && { ...found, model: outlooks.model }
}

/** Repeats the checks under a lock. If a check fails, throws, which rolls back the publication. */
async function settle(tx: Tx, key: IssueKey, by: Decided, needsTwo: boolean) {
  const found = await readProposal(tx, key, { lock: true })
  assertMayPublish(found, by, needsTwo)
  await assertNotInDoubt(tx, key, found)
  const at = new Date(by.now)
  await tx
    .updateTable('proposal')
    .set({ state: 'published', published_by: by.userId, published_at: at })
    .where('exchange', '=', key.exchange)
    .where('issue_date', '=', key.issueDate)
    .execute()
  const codes = new Set(found.rows.map(({ code }) => code))
  const facts = {
    ...key,
    count: found.rows.filter(({ isVetoed }) => !isVetoed).length,
    edits: found.edits.filter(({ stock_code }) => codes.has(stock_code)).length,
  }
  await audit(tx, { byUserId: by.userId, aboutUserId: null, action: 'list-published', facts, reason: '', at })
}

/** Throws BadRequest (409) if a doubt about the prices of a listed stock was found since the list was made. */
async function assertNotInDoubt(tx: Tx, { exchange, issueDate }: IssueKey, { rows }: EditedProposal) {
  const listed = new Set(rows.flatMap(({ code, isVetoed }) => (isVetoed ? [] : [code])))
  const inDoubt = (await readLeftOut(tx, exchange, issueDate)).flatMap(({ code }) => (listed.has(code) ? [code] : []))
  if (inDoubt.length > 0)
    throw new BadRequest('picking.in-doubt', { httpStatus: 409, values: { list: inDoubt.slice(0, 5).join(', ') } })
}

/** Hands in the reviewed list for a second staff member to publish. */
export async function handInProposalOf(
  database: Database,
  key: IssueKey,
  { version, userId, now }: { version: string; userId: number; now: number },
): Promise<void> {
  await database.write(async tx => {
    const found = await readProposal(tx, key, { lock: true })
    if (!found) throw new NotFound()
    const { state, handed_in_by } = found.proposal
    if (state === 'published') throw conflict('published-already')
    if (state === 'dropped') throw conflict('dropped')
    if (version !== found.version) throw conflict('changed')
    if (state === 'handed-in') {
      const name = (await namesOf(tx, [handed_in_by])).get(handed_in_by ?? 0) ?? ''
      throw new BadRequest('picking.handed-in', { httpStatus: 409, values: { name } })
    }
    const at = new Date(now)
    await tx
      .updateTable('proposal')
      .set({ state: 'handed-in', handed_in_by: userId, handed_in_at: at })
      .where('exchange', '=', key.exchange)
      .where('issue_date', '=', key.issueDate)
      .execute()
    await audit(tx, {
      byUserId: userId,
      aboutUserId: null,
      action: 'list-handed-in',
      facts: { ...key },
      reason: '',
      at,
    })
  })
}
