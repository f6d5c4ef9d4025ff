import { createScreen, deleteScreen, type SavedScreen, type ScreenBody, updateScreen } from '@finlist/contract/screener'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { request } from '../../../../api/request.ts'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { failureText } from '../../../../components/failure-text.ts'
import { showAlert } from '../../../../components/notices/show-alert.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import { RowMenu } from '../../../../ui/row-menu.tsx'
import { refreshScreens } from '../queries.ts'
import type { useScreenAddress } from '../use-screen-address.ts'
import { AlertButton } from './AlertButton.tsx'

const ScreensDialog = lazy(() => import('./ScreensDialog.tsx'))
const NameDialog = lazy(() => import('./NameDialog.tsx'))
const Question = lazy(() => import('../../../../ui/dialogs/confirm-dialog.tsx'))

type Props = {
  saved: readonly SavedScreen[]
  address: ReturnType<typeof useScreenAddress>
  /** Everything that a saved screen keeps, as it is now. */
  now: ScreenBody
  /** Whether the query can be saved, which one with a mistake cannot. */
  isGood: boolean
}

/** Opens, saves, renames and deletes screens, and copies a link to what is shown. */
export function SavedBar({ saved, address, now, isGood }: Props) {
  const t = useTranslation('screener')
  const [doing, setDoing] = useState<'open' | 'save-as' | 'rename' | 'delete'>()
  const [isSaving, setSaving] = useState(false)
  const { shown, change } = address
  const active = saved.find(({ screenId }) => screenId === shown.savedId)
  const isChanged = active && textOf({ ...now, name: active.name }) !== textOf(active)
  const close = () => setDoing(undefined)
  const params = { id: shown.savedId ?? 0 }
  const attempt = async (act: () => Promise<unknown>) => {
    setSaving(true)
    try {
      await act()
    } catch (error) {
      console.error(error)
      void showAlert(failureText(error, t))
    } finally {
      setSaving(false)
      await refreshScreens()
    }
  }
  const saveAs = async (body: ScreenBody) => {
    const { screenId } = await request(createScreen, { body })
    await refreshScreens()
    change({ savedId: screenId }, { replace: true })
  }
  const rename = async (body: ScreenBody) => {
    await request(updateScreen, { params, body })
    await refreshScreens()
  }
  const remove = (yes: boolean) => {
    close()
    if (!yes) return
    void attempt(async () => {
      await request(deleteScreen, { params })
      change({ savedId: undefined }, { replace: true })
    })
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Button aria-haspopup="dialog" onClick={() => setDoing('open')} className="max-w-full min-w-0 px-3! text-13!">
        <span className="truncate">{active?.name ?? t('screens')}</span>
        <ChevronDown size={15} aria-hidden className="shrink-0" />
      </Button>
      {active && (
        <RowMenu
          key={active.screenId}
          label={t('screens.actions', { name: active.name })}
          items={[
            { label: t('rename'), onChoose: () => setDoing('rename') },
            { label: t('delete'), onChoose: () => setDoing('delete') },
          ]}
        />
      )}
      {active && <AlertButton key={`alert ${active.screenId}`} screen={active} />}
      {active && isChanged && (
        <Button
          disabled={!isGood || isSaving}
          onClick={() => void attempt(() => request(updateScreen, { params, body: { ...now, name: active.name } }))}
          className="px-3! text-13!"
        >
          {t('save')}
        </Button>
      )}
      <Button disabled={!isGood} aria-haspopup="dialog" onClick={() => setDoing('save-as')} className="px-3! text-13!">
        {t('save-as')}
      </Button>
      <CopyButton text={location.origin + address.link} label={t('copy-link')} className="px-3! text-13!" />
      {isChanged && <span className="text-12 text-faded">{t('unsaved')}</span>}
      <Suspense>
        {doing === 'open' && (
          <ScreensDialog
            saved={saved}
            onOpen={screen => {
              close()
              address.open(screen)
            }}
            onStart={changes => {
              close()
              change(changes)
            }}
            onClose={close}
          />
        )}
        {doing === 'save-as' && (
          <NameDialog title={t('save-as.title')} start={{ ...now, name: '' }} onName={saveAs} onClose={close} />
        )}
        {doing === 'rename' && active && (
          <NameDialog
            title={t('rename.title', { name: active.name })}
            start={bodyOf(active)}
            onName={rename}
            onClose={close}
          />
        )}
        {doing === 'delete' && active && (
          <Question
            title={t('delete.title', { name: active.name })}
            yesLabel={t('delete')}
            noLabel={t('cancel')}
            grave
            onAnswer={remove}
          >
            <p>{t('delete.question')}</p>
          </Question>
        )}
      </Suspense>
    </div>
  )
}

const bodyOf = ({ name, markets, scope, watchlistId, query, columns, sort }: SavedScreen): ScreenBody => ({
  name,
  markets,
  scope,
  watchlistId,
  query,
  columns,
  sort,
})

const textOf = ({ markets, scope, watchlistId, query, columns, sort }: ScreenBody) =>
  JSON.stringify([[...markets].sort(), scope, watchlistId ?? null, query, columns, sort.by, sort.down])
