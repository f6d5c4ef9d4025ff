import { parseSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { infoOf, searchOf } from '../queries.ts'
import { describe, SymbolSearch } from '../SymbolSearch.tsx'
import { symbolTitle } from '../symbol-title.ts'
import { takeThePage } from '../take-the-page.ts'
import { Practice } from './Practice.tsx'

/** Practice on a stock's past. Opens with the first stock of the list. */
export default function SimulatorScreen() {
  const t = useTranslation('simulator')
  const [search, setSearch] = useSearchParams()
  useEffect(takeThePage, [])
  const stocks = useQuery(searchOf('', '', true))
  const named = parseSymbol(search.get('symbol') ?? '', 'PRAC')
  const symbol = named?.exchange === 'PRAC' ? symbolOf(named) : stocks.data?.[0]?.full_name
  const info = useQuery({ ...infoOf(symbol ?? '', true), enabled: symbol !== undefined })
  const shown = info.data ? symbolTitle(info.data.name, describe(info.data)) : (symbol ?? '')
  return (
    <>
      <PageHeader title={t('screen.simulator')}>
        <p className="mt-1 max-w-[72ch] text-14 text-faded">{t('about')}</p>
      </PageHeader>
      {stocks.error ? (
        <CallFailed error={stocks.error} onRetry={() => void stocks.refetch()} />
      ) : !symbol ? (
        stocks.isPending ? (
          <Skeleton className="h-125 w-full" />
        ) : (
          <EmptyState>{t('none')}</EmptyState>
        )
      ) : (
        <Practice
          key={symbol}
          symbol={symbol}
          title={shown}
          search={
            <SymbolSearch
              shown={shown}
              exchange="PRAC"
              isSimulator
              onChoose={({ full_name }) => setSearch({ symbol: full_name }, { replace: true })}
            />
          }
        />
      )}
    </>
  )
}
