import { type FilterSet, type FinderColumn, type FinderFilter, updateFilterSet } from '@finlist/contract/finder'
import { lazy, Suspense, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBuilder } from './FilterBuilder.tsx'
import { FilterList } from './FilterList.tsx'
import { noDraft } from './filter-draft.ts'
import { refreshSets } from './queries.ts'
import type { useAddress } from './use-address.ts'

const SaveAsDialog = lazy(() => import('./SaveAsDialog.tsx'))

type Props = {
  sets: readonly FilterSet[]
  active: FilterSet | undefined
  address: ReturnType<typeof useAddress>
}

/** The filters in force, the one that is being made, and what can be done to them as a whole. */
export function FilterBar({ sets, active, address }: Props) {
  const t = useTexts('finder')
  const { filters } = address.shown
  const [draft, setDraft] = useState(noDraft)
  const [savingAs, setSavingAs] = useState(false)
  const [saving, setSaving] = useState(false)
  const put = (filter: FinderFilter) => {
    const at = filters.findIndex(({ column }) => column === filter.column)
    address.change({ filters: at === -1 ? [...filters, filter] : filters.with(at, filter), stock: undefined })
    setDraft(noDraft)
  }
  const remove = (column: FinderColumn) =>
    address.change({ filters: filters.filter(filter => filter.column !== column), stock: undefined })
  const save = async (set: FilterSet) => {
    setSaving(true)
    try {
      await ask(updateFilterSet, {
        params: { id: set.finderFilterSetId },
        body: { finderFilterSetName: set.finderFilterSetName, filters },
      })
      await refreshSets()
    } catch (error) {
      console.error(error)
    } finally {
      setSaving(false)
    }
  }
  const unsaved = active && JSON.stringify(active.filters) !== JSON.stringify(filters)
  return (
    <section aria-label={t('filters')} className="border-b border-line py-4">
      <FilterBuilder filters={filters} draft={draft} onDraft={setDraft} onPut={put} />
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <FilterList filters={filters} onEdit={setDraft} onRemove={remove} />
        <div className="flex flex-wrap items-center gap-2 max-md:w-full md:ml-auto">
          {unsaved && <span className="text-12 text-faded max-md:w-full md:mr-1">{t('unsaved')}</span>}
          <Button
            disabled={filters.length === 0 || !active || saving}
            onClick={() => active && void save(active)}
            className="px-3! text-13! max-md:flex-1"
          >
            {t('save')}
          </Button>
          <Button
            disabled={filters.length === 0}
            aria-haspopup="dialog"
            onClick={() => setSavingAs(true)}
            className="px-3! text-13! max-md:flex-1"
          >
            {t('save-as')}
          </Button>
          <Button
            disabled={filters.length === 0}
            onClick={() => address.change({ filters: [], stock: undefined })}
            className="px-3! text-13! max-md:flex-1"
          >
            {t('clear')}
          </Button>
        </div>
      </div>
      {savingAs && (
        <Suspense>
          <SaveAsDialog
            sets={sets}
            filters={filters}
            onSaved={setId => {
              address.change({ setId }, { replace: true })
              setSavingAs(false)
            }}
            onClose={() => setSavingAs(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
