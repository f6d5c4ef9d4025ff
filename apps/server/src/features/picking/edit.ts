import type { editProposal } from '@finlist/contract/picking'
import { ticksNear } from '@finlist/domain/picking/tick'
import type * as z from 'zod/mini'
import { audit } from '../../db/audit.ts'
import type { Database, Tx } from '../../db/database.ts'
import { appendToRecord } from '../../db/record/append.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { CellError } from '../../market-data/import/import-errors.ts'
import { readStockCode } from '../../market-data/import/stock-code.ts'
import { addable } from './addable.ts'
import type { AddedStock } from './engine-work.ts'
import { type Edit, type EditedProposal, type IssueKey, lockOpen } from './store.ts'

type Asked = z.output<(typeof editProposal)['body']>
type By = { userId: number; now: number }
type NewEdit = { before?: number | null; after?: number | null; note?: string; added?: AddedStock }

const mostEdits = 300

/**
 * Edits the proposal and reopens it. Throws BadRequest (409) if it was changed, published or dropped in the meantime.
 */
export async function editProposalOf(database: Database, asked: Asked, by: By): Promise<void> {
  const { exchange, issueDate, what, reason } = asked
  const stockCode = readCode(asked)
  const known = { ...asked, stockCode }
  if (asked.buyPoint !== undefined) checkTick(known, asked.buyPoint)
  // Looked up before taking locks, because it takes seconds.
  const added = what === 'add' ? await addable(database, known) : undefined
  await database.write(async tx => {
    const found = await lockOpen(tx, asked)
    if (added && added.inputsHash !== null && added.inputsHash !== found.proposal.inputs_hash)
      throw new BadRequest('picking.prices-changed', { httpStatus: 409, values: { date: issueDate } })
    if (found.edits.length >= mostEdits)
      throw new BadRequest('picking.too-many-edits', { httpStatus: 409, values: { most: mostEdits } })
    const edit = judged(known, found, added?.stock)
    await tx
      .insertInto('proposal_edit')
      .values({
        exchange,
        issue_date: issueDate,
        stock_code: stockCode,
        what,
        before: edit.before ?? null,
        after: edit.after ?? null,
        note: edit.note ?? '',
        added: edit.added ? JSON.stringify(edit.added) : null,
        reason,
        by_user_id: by.userId,
        at: new Date(by.now),
      })
      .execute()
    await openAgain(tx, asked)
    const { before = null, after = null } = edit
    await audit(tx, {
      byUserId: by.userId,
      aboutUserId: null,
      action: 'list-edited',
      facts: { exchange, issueDate, stockCode, what, before, after },
      reason,
      at: new Date(by.now),
    })
    const said = { date: issueDate, code: stockCode, what, before, after, note: edit.note, reason }
    await appendToRecord(tx, { kind: 'edit', market: exchange, body: said })
  })
}

function readCode({ stockCode, exchange }: Asked): string {
  try {
    return readStockCode(stockCode, 'stockCode', exchange)
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    const { text, values } = error.reason
    throw new BadRequest(text, { field: 'stockCode', ...(values && { values }) })
  }
}

function checkTick({ exchange }: Asked, price: number) {
  const [under, over] = ticksNear(exchange, price)
  if (under !== over)
    throw new BadRequest('picking.tick', { field: 'buyPoint', values: { market: exchange, price, under, over } })
}

/** Validates the edit against the current list and returns it; throws if it does not apply. */
function judged(
  { what, stockCode, buyPoint, note }: Asked,
  { rows }: EditedProposal,
  added: AddedStock | undefined,
): NewEdit {
  const row = rows.find(({ code }) => code === stockCode)
  const refuse = (text: 'not-on-list' | 'vetoed' | 'there-already' | 'taken-out' | 'same-note') => {
    throw new BadRequest(`picking.${text}`, { httpStatus: 409, field: 'stockCode', values: { stockCode } })
  }
  if (what === 'add') {
    if (row) refuse(row.isVetoed ? 'taken-out' : 'there-already')
    return { added: added!, after: buyPoint ?? null }
  }
  if (!row) return refuse('not-on-list')
  if (row.isVetoed) return refuse('vetoed')
  if (what === 'veto') return {}
  if (what === 'note') {
    if (note === undefined) throw new BadRequest('missing', { field: 'note', values: { field: 'note' } })
    return note === row.note ? refuse('same-note') : { note }
  }
  if (buyPoint === undefined) throw new BadRequest('missing', { field: 'buyPoint', values: { field: 'buyPoint' } })
  if (buyPoint === row.buyPoint)
    throw new BadRequest('picking.same-buy-point', { httpStatus: 409, field: 'buyPoint', values: { buyPoint } })
  return { before: row.buyPoint === -1 ? null : row.buyPoint, after: buyPoint }
}

/** Reverts an edit. Reverting the addition of a stock also reverts the other edits of that stock. */
export async function takeEditBackOf(database: Database, editId: number, by: By): Promise<void> {
  await database.write(async tx => {
    const edit = await tx.selectFrom('proposal_edit').selectAll().where('edit_id', '=', editId).executeTakeFirst()
    if (!edit) throw new NotFound()
    const key = { exchange: edit.exchange, issueDate: edit.issue_date }
    const { edits } = await lockOpen(tx, key)
    if (!edits.some(({ edit_id }) => edit_id === editId))
      throw new BadRequest('picking.taken-back', { httpStatus: 409 })
    await tx
      .updateTable('proposal_edit')
      .set({ taken_back_at: new Date(by.now), taken_back_by: by.userId })
      .where('edit_id', 'in', withIts(edit, edits))
      .execute()
    await openAgain(tx, key)
    await audit(tx, {
      byUserId: by.userId,
      aboutUserId: null,
      action: 'list-edit-taken-back',
      facts: { ...key, stockCode: edit.stock_code, what: edit.what, before: edit.before, after: edit.after },
      reason: '',
      at: new Date(by.now),
    })
    const said = { date: key.issueDate, code: edit.stock_code, what: 'take-back', of: edit.what }
    await appendToRecord(tx, { kind: 'edit', market: key.exchange, body: said })
  })
}

const withIts = (edit: Edit, edits: readonly Edit[]): number[] =>
  edits.flatMap(({ edit_id, stock_code }) =>
    edit_id === edit.edit_id || (edit.what === 'add' && stock_code === edit.stock_code) ? [edit_id] : [],
  )

/** Reopens the proposal, because the submitted list has changed. */
async function openAgain(tx: Tx, { exchange, issueDate }: IssueKey) {
  await tx
    .updateTable('proposal')
    .set({ state: 'open', handed_in_by: null, handed_in_at: null })
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .execute()
}
