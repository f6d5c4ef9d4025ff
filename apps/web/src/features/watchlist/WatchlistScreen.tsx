import { maxWatchlists, type Watchlist } from '@finlist/contract/watchlist'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ForbiddenError } from '../../api/call-error.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { viewsOfPerson } from '../../components/views/list-view.ts'
import {
  mayCreateList,
  refreshWatchlists,
  useBypass,
  useFreshOnFocus,
  watchlistsOfPerson,
} from '../../components/watchlists.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ListMenu } from './ListMenu.tsx'
import { Positions } from './Positions.tsx'
import { positionsOf } from './queries.ts'
import { WaitingPositions } from './WaitingPositions.tsx'

export async function fetchFirst() {
  void queryClient.prefetchQuery(viewsOfPerson())
  const [first] = await queryClient.fetchQuery(watchlistsOfPerson())
  if (first) await queryClient.prefetchQuery(positionsOf(first.watchlistId))
}

const NameDialog = lazy(() => import('./NameDialog.tsx'))
const EmptyWatchlist = lazy(() => import('./EmptyWatchlist.tsx'))

/** The user's named lists of positions, each in its own tab. The address names the list shown. */
export default function WatchlistScreen() {
  const t = useTranslation('watchlist')
  const lists = useQuery(watchlistsOfPerson())
  const bypass = useBypass((lists.data?.length ?? 0) >= maxWatchlists)
  useFreshOnFocus()
  const [named, setNamed] = useSearchParams()
  const chosen = Number(named.get('list'))
  const setChosen = (id: number) => setNamed({ list: String(id) }, { replace: true })
  const [creating, setCreating] = useState(false)
  const shown = lists.data?.find(({ watchlistId }) => watchlistId === chosen) ?? lists.data?.[0]
  const created = async (id: number) => {
    await refreshWatchlists()
    setChosen(id)
    setCreating(false)
  }
  const create = () => setCreating(true)
  return (
    <>
      <PageHeader title={t('title')} />
      {lists.error instanceof ForbiddenError && lists.error.code === undefined ? (
        <Suspense>
          <EmptyWatchlist />
        </Suspense>
      ) : lists.error ? (
        <CallFailed error={lists.error} onRetry={() => void lists.refetch()} />
      ) : !lists.data ? (
        <>
          <Skeleton className="h-11 w-full md:h-9" />
          <WaitingPositions />
        </>
      ) : !shown ? (
        <Suspense fallback={<WaitingPositions />}>
          <EmptyWatchlist onCreate={create} onFilled={setChosen} />
        </Suspense>
      ) : (
        <Lists
          lists={lists.data}
          shown={shown}
          onChoose={setChosen}
          {...(mayCreateList(lists.data.length, bypass) && { onCreate: create })}
        />
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
  /** Omitted if the user may not create another list. */
  onCreate?: () => void
}

function Lists({ lists, shown, onChoose, onCreate }: ListsProps) {
  const t = useTranslation('watchlist')
  return (
    <>
      <Tabs
        label={t('lists')}
        tabs={lists.map(list => ({ value: String(list.watchlistId), label: list.watchlistName }))}
        value={String(shown.watchlistId)}
        onChange={value => onChoose(Number(value))}
        panel="watchlist"
        menu={<ListMenu key={shown.watchlistId} list={shown} />}
      >
        {onCreate && (
          <Button variant="quiet" aria-haspopup="dialog" onClick={onCreate} className="px-2.5! text-13! text-accent!">
            <Plus size={16} aria-hidden />
            {t('create')}
          </Button>
        )}
      </Tabs>
      <div id="watchlist" role="tabpanel" aria-label={shown.watchlistName}>
        <Positions key={shown.watchlistId} list={shown} />
      </div>
    </>
  )
}
