import { DataTable } from '../../ui/data-table.tsx'
import { Cells } from '../../ui/list-columns.tsx'
import { columnsFor, sortKeys, useHeads } from './columns.tsx'
import { EditLines } from './EditLines.tsx'
import type { PicksProps } from './picks-props.ts'
import { titleOf } from './stock-title.ts'

/** One row per pick, followed by its staff edits. */
export function PickTable({ caption, picks, sort, onSort, seen }: PicksProps) {
  const heads = useHeads(seen)
  const columns = columnsFor(seen)
  const press = (by: string) => {
    const key = sortKeys.find(known => known === by)
    if (key) onSort(key)
  }
  return (
    <DataTable<string> caption={caption} columns={heads} sort={sort} onSort={press}>
      {picks.map(pick => (
        <tbody key={pick.stockCode} className={`hover:bg-wash ${pick.isVetoed ? 'text-faded' : ''}`}>
          <tr data-code={pick.stockCode} className={pick.edits.length > 0 ? '[&>*]:border-b-0!' : ''}>
            <Cells columns={columns} row={pick} seen={seen} />
          </tr>
          {pick.edits.length > 0 && (
            <tr>
              <td colSpan={heads.length} className="h-auto! pb-2">
                <EditLines
                  stock={titleOf(seen.exchange, pick)}
                  edits={pick.edits}
                  mayTakeBack={seen.onEdit !== undefined}
                />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </DataTable>
  )
}
