import type { Watchlist } from '@finlist/contract/watchlist'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { CallFailed } from '../../parts/call-failed.tsx'
import { mayCreateList, refreshWatchlists, useBypass, watchlistsOfPerson } from '../../parts/watchlists.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Positions } from './Positions.tsx'
import { WaitingPositions } from './WaitingPositions.tsx'

const NameDialog = lazy(() => import('./NameDialog.tsx'))
const ListMenu = lazy(() => import('./ListMenu.tsx'))

/** The person's named lists of positions, a tab each. */
export default function WatchlistScreen() {
  const t = useTexts('watchlist')
  const lists = useQuery(watchlistsOfPerson())
  const bypass = useBypass()
  const [chosen, setChosen] = useState<number>()
  const [creating, setCreating] = useState(false)
  const shown = lists.data?.find(({ watchlistId }) => watchlistId === chosen) ?? lists.data?.[0]
  const createButton = lists.data && mayCreateList(lists.data.length, bypass) && (
    <Button look={lists.data.length === 0 ? 'main' : 'plain'} aria-haspopup="dialog" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      {t('create')}
    </Button>
  )
  const created = async (id: number) => {
    await refreshWatchlists()
    setChosen(id)
    setCreating(false)
  }
  return (
    <>
      <PageHeader title={t('title')} beside={<span className="ml-auto">{createButton}</span>} />
      {lists.error ? (
        <CallFailed error={lists.error} onRetry={() => void lists.refetch()} />
      ) : !lists.data ? (
        <>
          <Skeleton className="h-11 w-full md:h-9" />
          <WaitingPositions />
        </>
      ) : !shown ? (
        <Empty>{t('none')}</Empty>
      ) : (
        <Lists lists={lists.data} shown={shown} onChoose={setChosen} bypass={bypass} />
      )}
      {creating && (
        <Suspense>
          <NameDialog onSaved={id => void created(id)} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}

type ListsProps = {
  lists: readonly Watchlist[]
  shown: Watchlist
  onChoose: (id: number) => void
  bypass: boolean
}

function Lists({ lists, shown, onChoose, bypass }: ListsProps) {
  const t = useTexts('watchlist')
  return (
    <>
      <div className="flex items-stretch">
        <div className="min-w-0 flex-1">
          <Tabs
            label={t('lists')}
            tabs={lists.map(({ watchlistId, watchlistName }) => ({
              value: String(watchlistId),
              label: watchlistName,
              aside: '',
              asideShown: false,
            }))}
            value={String(shown.watchlistId)}
            onChange={value => onChoose(Number(value))}
            panel="watchlist"
            backLabel={t('lists.earlier')}
            onLabel={t('lists.later')}
          />
        </div>
        <Suspense fallback={<span className="size-11 md:size-8" />}>
          <ListMenu list={shown} />
        </Suspense>
      </div>
      <div id="watchlist" role="tabpanel" aria-label={shown.watchlistName}>
        <Positions key={shown.watchlistId} list={shown} bypass={bypass} />
      </div>
    </>
  )
}
