import { createFilterSet, type FilterSet, maxFilterSets } from '@finlist/contract/finder'
import { Plus } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { refreshSets } from './queries.ts'
import { SetMenu } from './SetMenu.tsx'
import type { useAddress } from './use-address.ts'

const SetNameDialog = lazy(() => import('./SetNameDialog.tsx'))

type Props = {
  sets: readonly FilterSet[]
  active: FilterSet | undefined
  address: ReturnType<typeof useAddress>
}

/** The saved filter sets, each in its own tab. Selecting a tab loads the set's filters. */
export function SetTabs({ sets, active, address }: Props) {
  const t = useTranslation('finder')
  const [naming, setNaming] = useState(false)
  const choose = (id: number) => {
    const set = sets.find(({ finderFilterSetId }) => finderFilterSetId === id)
    if (set) address.change({ setId: id, filters: set.filters, stock: undefined })
  }
  const { filters } = address.shown
  const create: ComponentProps<typeof SetNameDialog>['onName'] = async body => {
    const { finderFilterSetId } = await request(createFilterSet, { body })
    await refreshSets()
    address.change({ setId: finderFilterSetId, filters: body.filters, stock: undefined })
  }
  const addButton = sets.length < maxFilterSets && (
    <Button
      variant="quiet"
      aria-haspopup="dialog"
      disabled={filters.length === 0}
      title={filters.length === 0 ? t('sets.add.empty') : undefined}
      onClick={() => setNaming(true)}
      className="px-2.5! text-13! text-accent!"
    >
      <Plus size={16} aria-hidden />
      {t('sets.add')}
    </Button>
  )
  return (
    <>
      {sets.length > 0 ? (
        <Tabs
          label={t('sets')}
          tabs={sets.map(set => ({ value: String(set.finderFilterSetId), label: set.finderFilterSetName }))}
          value={active && String(active.finderFilterSetId)}
          onChange={value => choose(Number(value))}
          panel="filter-set"
          menu={active && <SetMenu key={active.finderFilterSetId} set={active} address={address} />}
        >
          {addButton}
        </Tabs>
      ) : (
        <div className="border-b border-line">{addButton}</div>
      )}
      {naming && (
        <Suspense>
          <SetNameDialog
            title={t('sets.add')}
            given=""
            filters={filters}
            onName={create}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </>
  )
}
