import { createHash } from 'node:crypto'
import { canonical } from '@finlist/domain/picking/canonical'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

type Standing = Pick<
  Selectable<Tables['proposal_edit']>,
  'edit_id' | 'what' | 'stock_code' | 'after' | 'note' | 'reason'
>

/** A hash that identifies the reviewed version: the generated list and every current edit. */
export function versionOf(body: string, edits: readonly Standing[]): string {
  const stands = edits.map(({ edit_id, what, stock_code, after, note, reason }) => [
    edit_id,
    what,
    stock_code,
    after,
    note,
    reason,
  ])
  return createHash('sha256')
    .update(canonical([body, stands]))
    .digest('hex')
}
