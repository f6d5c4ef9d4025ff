import type { ExchangeId } from '../markets.ts'
import type { DepartureReason } from '../picking/departure-reasons.ts'
import type { IssueRow } from '../picking/issue.ts'
import { stopOf } from '../picking/tick.ts'

/** A row that a list is published with. `rank` and `template` are null where no method has told them. */
export type ListRow = Omit<IssueRow, 'parts' | 'base' | 'rank' | 'template'> & {
  rank: number | null
  template: number | null
}

/** What staff changed of a proposed list. */
export type ListEdit =
  | { what: 'veto'; code: string }
  | { what: 'add'; code: string; row: ListRow; buyPoint: number | null }
  | { what: 'change'; code: string; buyPoint: number }
  | { what: 'note'; code: string; note: string }

export type EditedRow = ListRow & {
  /** `staff`: they added it, or set its buy point. */
  origin: 'method' | 'staff'
  isVetoed: boolean
  note: string
}

/** The proposed rows, and behind them those that were added, after the edits in their order. One of no row does nothing. */
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
 * Why picks of the list before are not on the edited one: what the method says of those that it left out and nobody
 * added, null where it says nothing, and the vetoed ones among them.
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
