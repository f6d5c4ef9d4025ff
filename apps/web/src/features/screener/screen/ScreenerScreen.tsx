import { user } from '@finlist/contract/account/account'
import { forScreening } from '@finlist/contract/finder'
import type { SavedScreen } from '@finlist/contract/screener'
import { type FigureName, isText, rightFor } from '@finlist/domain/screener/figures'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { useOperator } from '../../../api/operator.ts'
import { callQuery, queryClient } from '../../../api/query-client.ts'
import { read } from '../../../api/storage.ts'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import { watchlistsOfPerson } from '../../../components/watchlists.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Views } from '../Views.tsx'
import { AmongChoice } from './AmongChoice.tsx'
import { readAddress, savedInLink } from './address.ts'
import { Chips } from './Chips.tsx'
import { figuresShown } from './columns.tsx'
import { figuresIn, partsOf, readQuery } from './conditions.ts'
import { inColumns, rowsOf, screensOfPerson } from './queries.ts'
import { QueryField } from './query/QueryField.tsx'
import { Results, refusalOf } from './results/Results.tsx'
import { Waiting } from './results/Waiting.tsx'
import { SavedBar } from './saved/SavedBar.tsx'
import { useTextNames } from './text-words.ts'
import { shownIn, useScreenAddress } from './use-screen-address.ts'

const HelpDialog = lazy(() => import('./HelpDialog.tsx'))

/** Fetches the saved screens and the first rows. Those of a watchlist wait for the screen, which knows its lists. */
export async function fetchFirst() {
  void queryClient.prefetchQuery(screensOfPerson())
  const address = readAddress(location.search)
  const { expression, error } = readQuery(address.query)
  if (error || address.scope === 'watchlist' || savedInLink(location.search)) return
  const { rights } = await queryClient.fetchQuery(callQuery(user))
  const shown = shownIn(address, rights, read('currentMarket').linkSuffix)
  const figures = figuresShown(address, figuresIn(expression))
  await queryClient.prefetchQuery(rowsOf(shown, figures))
}

/** Screens the stocks of several markets by a query. The screen's whole state is in its address. */
export default function ScreenerScreen() {
  const t = useTranslation('screener')
  const { demoData } = useOperator()
  const address = useScreenAddress()
  const { shown, change, me, allowed } = address
  const [isHelped, setHelped] = useState(false)
  const saved = useQuery(screensOfPerson())
  const { search } = useLocation()
  const linked = savedInLink(search)
  const toOpen = linked === undefined ? undefined : saved.data?.find(({ screenId }) => screenId === linked)
  const open = useEffectEvent((screen: SavedScreen) => address.open(screen, { replace: true }))
  useEffect(() => {
    if (toOpen) open(toOpen)
  }, [toOpen])
  const isOpening = linked !== undefined && (saved.isPending || toOpen !== undefined)
  const lists = useQuery({ ...watchlistsOfPerson(), enabled: shown.scope === 'watchlist' })
  const watchlistId = shown.scope === 'watchlist' ? (shown.watchlistId ?? lists.data?.[0]?.watchlistId) : undefined
  const among = { markets: shown.markets, scope: shown.scope, watchlistId, on: shown.on }
  const { expression, error } = useMemo(() => readQuery(shown.query), [shown.query])
  const parts = partsOf(expression)
  const figures = useMemo(() => figuresShown(shown, figuresIn(expression)), [shown, expression])
  const textName = useTextNames(shown.markets, figures.filter(isText))
  const asked = { ...among, query: shown.query, sort: shown.sort }
  const needsList = shown.scope === 'watchlist' && watchlistId === undefined
  const rows = rowsOf(asked, figures)
  const found = useQuery({
    ...rows,
    enabled: me.isSuccess && !error && !needsList && !isOpening,
    placeholderData: (before, query) => before && query && inColumns(before, query.queryKey, figures),
  })
  const rights = me.data?.rights ?? []
  const isLocked = (name: FigureName) =>
    shown.markets.every(exchange => {
      const needed = rightFor(name, exchange)
      return !rights.includes(forScreening({ exchange })) || (needed !== null && !rights.includes(needed))
    })
  const setQuery = (query: string) => query !== shown.query && change({ query })
  return (
    <>
      <PageHeader
        title={t('screen.screener')}
        beside={
          <>
            {demoData && <Badge>{t('demo.short')}</Badge>}
            <Views current="screener" />
          </>
        }
      />
      <div className="grid grid-cols-1 gap-3 pb-3">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <AmongChoice among={among} allowed={allowed} lists={lists.data} change={change} />
          <SavedBar
            saved={saved.data ?? []}
            address={address}
            now={{ name: '', ...among, query: shown.query, columns: [...shown.columns], sort: shown.sort }}
            isGood={!error && !needsList}
          />
        </div>
        <QueryField
          label={t('query')}
          query={shown.query}
          markets={shown.markets}
          onRun={setQuery}
          onHelp={() => setHelped(true)}
          refused={refusalOf(found.error)}
        />
        {!error && <Chips among={among} parts={parts} textName={textName} isLocked={isLocked} onQuery={setQuery} />}
      </div>
      {me.error ? (
        <CallFailed error={me.error} onRetry={() => void me.refetch()} />
      ) : error ? (
        <EmptyState>{t('empty.mistake')}</EmptyState>
      ) : lists.error ? (
        <CallFailed error={lists.error} onRetry={() => void lists.refetch()} />
      ) : needsList ? (
        lists.data ? (
          <EmptyState>{t('empty.no-list')}</EmptyState>
        ) : (
          <Waiting />
        )
      ) : (
        <Results shown={shown} change={change} asked={asked} figures={figures} found={found} textName={textName} />
      )}
      <Suspense>{isHelped && <HelpDialog onClose={() => setHelped(false)} />}</Suspense>
    </>
  )
}
