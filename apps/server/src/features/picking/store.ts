import type { Day } from '@finlist/domain/calendar'
import { type EditedRow, editedList, type ListEdit, type ListRow } from '@finlist/domain/finlist/edited-list'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { lastPublished } from '../../db/topics.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { versionOf } from './version.ts'

export type IssueKey = { exchange: ExchangeId; issueDate: Day }
type Proposal = Selectable<Tables['proposal']>
export type Edit = Selectable<Tables['proposal_edit']>

/** A proposal with its current edits and the resulting list. */
export type EditedProposal = {
  proposal: Proposal
  edits: Edit[]
  proposed: ListRow[]
  rows: EditedRow[]
  version: string
}

/** With `lock`, no other transaction can change the proposal until this one ends. */
export async function readProposal(
  db: Db,
  { exchange, issueDate }: IssueKey,
  { lock = false } = {},
): Promise<EditedProposal | undefined> {
  const query = db
    .selectFrom('proposal')
    .selectAll()
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
  const proposal = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!proposal) return undefined
  const edits = await db
    .selectFrom('proposal_edit')
    .selectAll()
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .where('taken_back_at', 'is', null)
    .orderBy('edit_id')
    .execute()
  const { picks: proposed } = JSON.parse(proposal.body) as { picks: ListRow[] }
  return {
    proposal,
    edits,
    proposed,
    rows: editedList(exchange, proposed, edits.map(listEdit)),
    version: versionOf(proposal.body, proposal.left_out ?? [], edits),
  }
}

/** Locks and returns a proposal that can still be changed. Throws NotFound, or 409 if it was published or dropped. */
export async function lockOpen(tx: Tx, key: IssueKey): Promise<EditedProposal> {
  const found = await readProposal(tx, key, { lock: true })
  if (!found) throw new NotFound()
  const { state } = found.proposal
  if (state === 'published' || state === 'dropped') throw new BadRequest(`picking.${state}`, { httpStatus: 409 })
  return found
}

function listEdit({ what, stock_code: code, after, note, added }: Edit): ListEdit {
  switch (what) {
    case 'veto':
      return { what, code }
    case 'add':
      return { what, code, row: added!.row, buyPoint: after }
    case 'change':
      return { what, code, buyPoint: after! }
    case 'note':
      return { what, code, note }
  }
}

export async function newestProposal(db: Db, exchange: ExchangeId): Promise<Day | undefined> {
  const row = await db
    .selectFrom('proposal')
    .select('issue_date')
    .where('exchange', '=', exchange)
    .orderBy('issue_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.issue_date
}

export async function isPublished(db: Db, { exchange, issueDate }: IssueKey): Promise<boolean> {
  const row = await db
    .selectFrom('finlist_issue')
    .select('issue_date')
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .executeTakeFirst()
  return row !== undefined
}

export const pricesPublishedAt = (db: Db, exchange: ExchangeId) => lastPublished(db, `prices:${exchange}`)

/** The number of stocks eligible for the market's previous list by the same method. */
export async function eligibleBefore(db: Db, { exchange, issueDate }: IssueKey, method: string) {
  const row = await db
    .selectFrom('proposal')
    .select('eligible')
    .where('exchange', '=', exchange)
    .where('issue_date', '<', issueDate)
    .where('method_id', '=', method)
    .orderBy('issue_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.eligible
}

/**
 * Users' names as shown to staff: the name or, without one, the e-mail address or the id. Users who no longer exist are
 * omitted.
 */
export async function namesOf(db: Db, userIds: readonly (number | null)[]): Promise<Map<number, string>> {
  const asked = [...new Set(userIds.filter(id => id !== null))]
  if (asked.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['user_id', 'name', 'email']).where('user_id', 'in', asked).execute()
  return new Map(rows.map(({ user_id, name, email }) => [user_id, name || email || String(user_id)]))
}
