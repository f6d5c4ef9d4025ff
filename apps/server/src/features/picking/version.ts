import { createHash } from 'node:crypto'
import { canonical } from '@finlist/domain/picking/canonical'
import type { LeftOut } from '@finlist/domain/prices/left-out'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

type Standing = Pick<
  Selectable<Tables['proposal_edit']>,
  'edit_id' | 'what' | 'stock_code' | 'after' | 'note' | 'reason'
>

/** A hash of the version under review: the list as made, the stocks that it leaves out, and every current edit. */
export function versionOf(body: string, leftOut: readonly LeftOut[], edits: readonly Standing[]): string {
  const stands = edits.map(({ edit_id, what, stock_code, after, note, reason }) => [
    edit_id,
    what,
    stock_code,
    after,
    note,
    reason,
  ])
  return createHash('sha256')
    .update(canonical(leftOut.length === 0 ? [body, stands] : [body, stands, leftOut.map(stock => ({ ...stock }))]))
    .digest('hex')
}
