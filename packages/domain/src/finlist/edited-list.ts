import type { ExchangeId } from '../markets.ts'
import type { DepartureReason } from '../picking/departure-reasons.ts'
import type { IssueRow } from '../picking/issue.ts'
import { stopOf } from '../picking/tick.ts'

/** A row of a published list. `rank` and `template` are null where no method computed them. */
export type ListRow = Omit<IssueRow, 'parts' | 'base' | 'rank' | 'template'> & {
  rank: number | null
  template: number | null
}

/** A change that staff made to a proposed list. */
export type ListEdit =
  | { what: 'veto'; code: string }
  | { what: 'add'; code: string; row: ListRow; buyPoint: number | null }
  | { what: 'change'; code: string; buyPoint: number }
  | { what: 'note'; code: string; note: string }

export type EditedRow = ListRow & {
  /** `staff` if staff added the row or set its buy point. */
  origin: 'method' | 'staff'
  isVetoed: boolean
  note: string
}

/**
 * The proposed rows followed by the added ones, with the edits applied in order. Adding a stock that already has a row
 * has no effect, nor does changing a stock that has none.
 */
export function editedList(
  exchange: ExchangeId,
  proposed: readonly ListRow[],
  edits: readonly ListEdit[],
): EditedRow[] {
  const rows = new Map<string, EditedRow>(
    proposed.map(row => [row.code, { ...row, origin: 'method', isVetoed: false, note: '' }]),
  )
  for (const edit of edits) {
    const row = rows.get(edit.code)
    if (edit.what === 'add') {
      if (row) continue
      const added: EditedRow = { ...edit.row, origin: 'staff', isVetoed: false, note: '' }
      rows.set(edit.code, edit.buyPoint === null ? added : withBuyPoint(exchange, added, edit.buyPoint))
    } else if (row) rows.set(edit.code, edited(exchange, row, edit))
  }
  return [...rows.values()]
}

function edited(exchange: ExchangeId, row: EditedRow, edit: Exclude<ListEdit, { what: 'add' }>): EditedRow {
  switch (edit.what) {
    case 'veto':
      return { ...row, isVetoed: true }
    case 'change':
      return withBuyPoint(exchange, row, edit.buyPoint)
    case 'note':
      return { ...row, note: edit.note }
  }
}

const withBuyPoint = (exchange: ExchangeId, row: EditedRow, buyPoint: number): EditedRow => ({
  ...row,
  buyPoint,
  stop: stopOf(exchange, buyPoint),
  origin: 'staff',
})

/**
 * The reason why each pick of the previous list is missing from the edited one, by code: 'vetoed' for vetoed rows, the
 * method's reason (`told`) for the others, null if the method gave no reason. Picks that are still on the list are left
 * out.
 */
export function departuresOf(
  before: readonly string[],
  rows: readonly EditedRow[],
  told: Readonly<Record<string, DepartureReason>>,
): Map<string, DepartureReason | null> {
  const there = new Map(rows.map(row => [row.code, row]))
  return new Map(
    before.flatMap(code => {
      const row = there.get(code)
      if (row) return row.isVetoed ? [[code, 'vetoed'] as const] : []
      return [[code, told[code] ?? null] as const]
    }),
  )
}
