import { useState } from 'react'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FigureTable } from '../ui/figure-table.tsx'
import { Cells, headsOf, type ListColumn, sortKeysOf } from '../ui/list-columns.tsx'
import { Pager } from '../ui/pager.tsx'
import { Pie } from '../ui/pie.tsx'
import { RowMenu } from '../ui/row-menu.tsx'
import { inOrder, type Sort, sortedBy } from '../ui/sort.ts'
import { SortMenu } from '../ui/sort-menu.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { languageNow, t } from './look.ts'

type Row = { stock: string; close: number; change: number }
const rowsNow = (): readonly Row[] => [
  { stock: t('first'), close: 24.35, change: 1.25 },
  { stock: t('second'), close: 8.12, change: -0.5 },
]
const columns = {
  stock: { value: (row: Row) => row.stock, cell: (row: Row) => row.stock },
  close: { isFigure: true, width: 8, value: (row: Row) => row.close, cell: (row: Row) => row.close.toFixed(2) },
  change: {
    unit: 'percent',
    isFigure: true,
    width: 8,
    value: (row: Row) => row.change,
    cell: (row: Row) => row.change.toFixed(2),
  },
} satisfies Record<string, ListColumn<Row>>
type Key = keyof typeof columns

/** Samples of sortable lists, plain figures, and the controls around them. */
export function Lists() {
  const [sort, setSort] = useState<Sort<Key>>({ by: 'change', down: true })
  const [tab, setTab] = useState('core')
  const sortBy = (by: Key) => setSort(current => sortedBy(current, by))
  const rows = rowsNow()
  const sorted = inOrder(rows, columns[sort.by].value, sort.down, languageNow())
  return (
    <div className="grid min-w-0 gap-4 py-3">
      <Tabs
        label={t('tabs')}
        tabs={[
          { value: 'core', label: t('tab.core'), aside: '12', asideShown: true },
          { value: 'trades', label: t('tab.trades') },
        ]}
        value={tab}
        onChange={setTab}
        panel="parts-list"
      />
      <div id="parts-list" role="tabpanel" aria-label={t('lists')}>
        <DataTable
          caption={t('lists')}
          columns={headsOf<Key>(columns, t, () => t('percent'))}
          sort={sort}
          onSort={sortBy}
        >
          <tbody>
            {sorted.map(row => (
              <tr key={row.stock}>
                <Cells columns={columns} row={row} seen={undefined} />
              </tr>
            ))}
          </tbody>
        </DataTable>
        <Pager
          label={t('pages')}
          shown={t('shown')}
          back={{ label: t('back'), onPress: () => undefined }}
          on={{ label: t('next'), onPress: () => undefined }}
        />
      </div>
      <SortMenu
        label={t('sort')}
        options={sortKeysOf(columns).map(key => ({ key, label: t(key) }))}
        sort={sort}
        onSort={sortBy}
        upLabel={t('ascending')}
        downLabel={t('descending')}
      />
      <FigureTable
        caption={t('facts')}
        columns={[
          { label: t('stock'), of: row => row.stock },
          { label: t('close'), of: row => row.close.toFixed(2) },
        ]}
        rows={rows}
        keyOf={row => row.stock}
        total={[t('total'), '32.47']}
      />
      <div className="flex items-center gap-4">
        <Pie
          label={t('share')}
          className="size-28"
          slices={[
            { name: t('hk'), share: 3, colour: 'var(--accent)' },
            { name: t('us'), share: 1, colour: 'var(--good)' },
          ]}
        />
        <RowMenu label={t('rows')} items={[{ label: t('remove'), onChoose: () => undefined }]} />
        <EmptyState>{t('empty')}</EmptyState>
      </div>
    </div>
  )
}
