import { deleteFilterSet, type FilterSet, updateFilterSet } from '@finlist/contract/finder'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import { refreshSets, tellFailure } from './queries.ts'
import type { useAddress } from './use-address.ts'

const SetNameDialog = lazy(() => import('./SetNameDialog.tsx'))
const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

/** Renames or deletes the active filter set. */
export function SetMenu({ set, address }: { set: FilterSet; address: ReturnType<typeof useAddress> }) {
  const t = useTranslation('finder')
  const [doing, setDoing] = useState<'rename' | 'delete'>()
  const params = { id: set.finderFilterSetId }
  const rename: ComponentProps<typeof SetNameDialog>['onName'] = async body => {
    await request(updateFilterSet, { params, body })
    await refreshSets()
  }
  const remove = async (yes: boolean) => {
    setDoing(undefined)
    if (!yes) return
    try {
      await request(deleteFilterSet, { params })
      address.change({ setId: undefined }, { replace: true })
    } catch (error) {
      void tellFailure(error, t)
    }
    await refreshSets()
  }
  return (
    <>
      <RowMenu
        label={t('sets.actions', { name: set.finderFilterSetName })}
        items={[
          { label: t('rename'), onChoose: () => setDoing('rename') },
          { label: t('delete'), onChoose: () => setDoing('delete') },
        ]}
      />
      <Suspense>
        {doing === 'rename' && (
          <SetNameDialog
            title={t('rename.title', { name: set.finderFilterSetName })}
            given={set.finderFilterSetName}
            filters={set.filters}
            onName={rename}
            onClose={() => setDoing(undefined)}
          />
        )}
        {doing === 'delete' && (
          <Question
            title={t('delete.title', { name: set.finderFilterSetName })}
            yesLabel={t('delete')}
            noLabel={t('cancel')}
            grave
            onAnswer={yes => void remove(yes)}
          >
            <p>{t('delete.question')}</p>
          </Question>
        )}
      </Suspense>
    </>
  )
}
