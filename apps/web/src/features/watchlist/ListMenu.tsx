import { deleteWatchlist, type Watchlist } from '@finlist/contract/watchlist'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { refreshWatchlists, tellFailure } from '../../parts/watchlists.ts'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { MenuItem, MenuLine } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { exportPositions } from './csv.ts'
import NameDialog from './NameDialog.tsx'
import { positionsOf } from './queries.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

/** Load it lazily. The actions on a list as a whole. */
export default function ListMenu({ list }: { list: Watchlist }) {
  const t = useTranslation('watchlist')
  const [doing, setDoing] = useState<'rename' | 'delete' | 'import'>()
  const [busy, setBusy] = useState(false)
  // The data of the list below: the menu itself requests nothing.
  const stocks = useQuery({ ...positionsOf(list.watchlistId), enabled: false }).data?.stockList ?? []
  const remove = async (yes: boolean) => {
    if (yes) {
      setBusy(true)
      await request(deleteWatchlist, { params: { id: list.watchlistId } }).catch(error =>
        tellFailure(error, t('error.unknown')),
      )
      await refreshWatchlists()
      setBusy(false)
    }
    setDoing(undefined)
  }
  return (
    <>
      <RowMenu label={t('actions', { name: list.watchlistName })}>
        <MenuItem onClick={() => setDoing('rename')}>{t('rename')}</MenuItem>
        <MenuItem onClick={() => setDoing('delete')}>{t('delete')}</MenuItem>
        <MenuLine />
        <MenuItem onClick={() => exportPositions(list.watchlistName, stocks)}>{t('csv.export')}</MenuItem>
        <MenuItem onClick={() => setDoing('import')}>{t('csv.import')}</MenuItem>
      </RowMenu>
      {doing === 'rename' && (
        <NameDialog
          list={list}
          onSaved={() => void refreshWatchlists().then(() => setDoing(undefined))}
          onClose={() => setDoing(undefined)}
        />
      )}
      {doing === 'delete' && (
        <ConfirmDialog
          title={t('delete.title', { name: list.watchlistName })}
          yesLabel={t('delete')}
          noLabel={t('cancel')}
          grave
          busy={busy}
          onAnswer={yes => void remove(yes)}
        >
          <p>{t('delete.question', { count: stocks.length })}</p>
        </ConfirmDialog>
      )}
      {doing === 'import' && (
        <Suspense>
          <ImportDialog list={list} onClose={() => setDoing(undefined)} />
        </Suspense>
      )}
    </>
  )
}
