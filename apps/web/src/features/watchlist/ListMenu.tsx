import { deleteWatchlist, type Watchlist } from '@finlist/contract/watchlist'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { request } from '../../api/request.ts'
import { useDemoFiles } from '../../components/demo-files.ts'
import { refreshWatchlists, tellFailure } from '../../components/watchlists.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import { positionsOf } from './queries.ts'

const NameDialog = lazy(() => import('./NameDialog.tsx'))
const ImportDialog = lazy(() => import('./ImportDialog.tsx'))
const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

/** The actions on an entire list. */
export function ListMenu({ list }: { list: Watchlist }) {
  const t = useTranslation('watchlist')
  const demo = useDemoFiles()
  const [doing, setDoing] = useState<'rename' | 'delete' | 'import'>()
  const [busy, setBusy] = useState(false)
  // Uses the cached data of the list below; the menu itself requests nothing.
  const stocks = useQuery({ ...positionsOf(list.watchlistId), enabled: false }).data?.stockList ?? []
  const exportCsv = async () => (await import('./csv.ts')).exportPositions(demo.nameOf(list.watchlistName), stocks)
  const remove = async (yes: boolean) => {
    if (yes) {
      setBusy(true)
      await request(deleteWatchlist, { params: { id: list.watchlistId } }).catch(error => tellFailure(error, t))
      await refreshWatchlists()
      setBusy(false)
    }
    setDoing(undefined)
  }
  return (
    <>
      <RowMenu
        label={t('actions', { name: list.watchlistName })}
        items={[
          { label: t('rename'), onChoose: () => setDoing('rename') },
          { label: t('delete'), onChoose: () => setDoing('delete') },
          { label: t('csv.export'), onChoose: () => void exportCsv(), ruled: true },
          { label: t('csv.import'), onChoose: () => setDoing('import') },
        ]}
      />
      <Suspense>
        {doing === 'rename' && (
          <NameDialog
            list={list}
            onSaved={() => void refreshWatchlists().then(() => setDoing(undefined))}
            onClose={() => setDoing(undefined)}
          />
        )}
        {doing === 'delete' && (
          <Question
            title={t('delete.title', { name: list.watchlistName })}
            yesLabel={t('delete')}
            noLabel={t('cancel')}
            grave
            busy={busy}
            onAnswer={yes => void remove(yes)}
          >
            <p>{t('delete.question', { count: stocks.length })}</p>
          </Question>
        )}
        {doing === 'import' && <ImportDialog list={list} onClose={() => setDoing(undefined)} />}
      </Suspense>
    </>
  )
}
