import { type FilterSet, type FinderColumn, type FinderFilter, updateFilterSet } from '@finlist/contract/finder'
import { Ellipsis, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { FilterBuilder } from './FilterBuilder.tsx'
import { FilterList } from './FilterList.tsx'
import { type Draft, noDraft } from './filter-draft.ts'
import { refreshSets, tellFailure } from './queries.ts'
import { ScopeChoice } from './ScopeChoice.tsx'
import type { useAddress } from './use-address.ts'

const SaveAsDialog = lazy(() => import('./SaveAsDialog.tsx'))

type Props = {
  sets: readonly FilterSet[]
  active: FilterSet | undefined
  address: ReturnType<typeof useAddress>
}

/** The active filters, the filter being edited, and actions on all filters. */
export function FilterBar({ sets, active, address }: Props) {
  const t = useTranslation('finder')
  const phone = useIsPhone()
  const { filters } = address.shown
  // Each new filter gets a separate builder, so that typing re-renders only that builder.
  const [begun, setBegun] = useState({ draft: noDraft, times: 0 })
  /**
   * Whether a phone shows the builder. Once there are filters, it appears only on demand, to leave room for the
   * matches.
   */
  const [isMaking, setMaking] = useState(false)
  const isFolded = phone && filters.length > 0 && !isMaking
  /** Whether a phone shows the other collapsible parts: scope and actions. */
  const [isOpen, setOpen] = useState(false)
  const isWhole = !isFolded || isOpen
  const begin = (draft: Draft) => {
    setBegun(({ times }) => ({ draft, times: times + 1 }))
    setMaking(true)
  }
  const [savingAs, setSavingAs] = useState(false)
  const [saving, setSaving] = useState(false)
  const put = (filter: FinderFilter) => {
    const at = filters.findIndex(({ column }) => column === filter.column)
    address.change({ filters: at === -1 ? [...filters, filter] : filters.with(at, filter), stock: undefined })
    begin(noDraft)
    setMaking(false)
  }
  const remove = (column: FinderColumn) =>
    address.change({ filters: filters.filter(filter => filter.column !== column), stock: undefined })
  const save = async (set: FilterSet) => {
    setSaving(true)
    try {
      await request(updateFilterSet, {
        params: { id: set.finderFilterSetId },
        body: { finderFilterSetName: set.finderFilterSetName, filters },
      })
      await refreshSets()
    } catch (error) {
      void tellFailure(error, t)
    } finally {
      setSaving(false)
    }
  }
  const unsaved = active && JSON.stringify(active.filters) !== JSON.stringify(filters)
  return (
    <>
      {isWhole && <ScopeChoice address={address} />}
      <section
        aria-label={t('filters')}
        className={`flex flex-wrap items-end justify-between gap-x-8 gap-y-3 border-b border-line ${isFolded ? 'py-1.5' : 'py-4'}`}
      >
        {!isFolded && (
          <FilterBuilder
            key={begun.times}
            filters={filters}
            scope={address.shown.scope}
            begun={begun.draft}
            takesFocus={begun.times > 0}
            onPut={put}
          />
        )}
        <div className={`flex-wrap items-center gap-2 max-md:order-3 max-md:w-full ${isWhole ? 'flex' : 'hidden'}`}>
          <Action off={filters.length === 0 || !active || saving} onPress={() => active && void save(active)}>
            {t('save')}
          </Action>
          <Action off={filters.length === 0} opens onPress={() => setSavingAs(true)}>
            {t('save-as')}
          </Action>
          <Action off={filters.length === 0} onPress={() => address.change({ filters: [], stock: undefined })}>
            {t('clear')}
          </Action>
        </div>
        {filters.length > 0 && (
          <div className="flex w-full flex-wrap items-center gap-x-2 gap-y-2 md:gap-x-4">
            <FilterList filters={filters} onEdit={begin} onRemove={remove} />
            {isFolded && (
              <>
                <Button
                  // Takes over the focus from the builder, which has closed.
                  ref={begun.times > 0 ? focus : undefined}
                  aria-label={t('filter.add')}
                  onClick={() => begin(noDraft)}
                  className="ml-auto w-11 px-0!"
                >
                  <Plus size={16} aria-hidden />
                </Button>
                <Button
                  aria-label={t('nav.more')}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                  className="w-11 px-0!"
                >
                  <Ellipsis size={20} aria-hidden />
                </Button>
              </>
            )}
            {unsaved && <span className="text-12 text-faded">{t('unsaved')}</span>}
          </div>
        )}
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
    </>
  )
}

const focus = (button: HTMLElement | null) => button?.focus()

type ActionProps = { off: boolean; opens?: boolean; onPress: () => void; children: ReactNode }

const Action = ({ off, opens, onPress, children }: ActionProps) => (
  <Button
    disabled={off}
    aria-haspopup={opens ? 'dialog' : undefined}
    onClick={onPress}
    className="px-3! text-13! max-md:flex-1"
  >
    {children}
  </Button>
)
