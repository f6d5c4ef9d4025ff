import type { FinListStock } from '@finlist/contract/finlist'
import { padded } from '@finlist/domain/chart/padded'
import type { Market } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { previewColumns, useHeads } from './columns.tsx'
import { fillersFor } from './filler.ts'
import { freePickOf } from './free-pick.ts'
import { HighlightLegend } from './highlight.tsx'
import { StockCard } from './StockCards.tsx'
import { StockRow } from './StockRow.tsx'
import { Toolbar } from './Toolbar.tsx'
import { WaitingList } from './WaitingList.tsx'

const ChartOfPick = lazy(() => import('./ChartOfPick.tsx'))

/**
 * The list for people without the right to it: one real pick with a link to its chart, and covered rows with invented
 * data. No row can be opened.
 */
export default function MaskedPreview({ market }: { market: Market }) {
  const t = useTranslation('finlist')
  const free = useQuery(freePickOf(market.id))
  const notice = useRef<HTMLElement>(null)
  const issueDate = free.data?.issueDate ?? ''
  const total = free.data?.total ?? 0
  const fillers = useMemo(() => fillersFor(market.id, issueDate, total), [market.id, issueDate, total])

  if (free.isError) return <CallFailed error={free.error} onRetry={() => void free.refetch()} />
  if (!free.data) return <WaitingList />
  const [pick] = free.data.stockList
  if (!pick || issueDate === '') return <EmptyState>{t('empty.market')}</EmptyState>
  const date = formatDay(issueDate)
  const pickTitle = `${padded(market.id, pick.stockCode)} ${nameOf(pick)}`
  const pointOut = () => {
    notice.current?.scrollIntoView({ block: 'center' })
    notice.current?.focus({ preventScroll: true })
  }
  const caption = t('list', { market: t(`market.${market.linkSuffix}`), date })
  return (
    <>
      <section
        ref={notice}
        tabIndex={-1}
        aria-label={t('preview.title')}
        className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line pb-5"
      >
        <div className="max-w-[68ch] flex-[1_1_20rem]">
          <p className="text-16 font-strong">{t('preview.title')}</p>
          <p className="mt-1 text-14 text-faded">{t('preview.text', { date, count: total })}</p>
        </div>
        <div className="flex flex-wrap gap-3 max-md:w-full">
          <Suspense fallback={<span className={buttonClass('plain', 'invisible max-md:w-full')}>{pickTitle}</span>}>
            <ChartOfPick exchange={market.id} stockCode={pick.stockCode} title={pickTitle} />
          </Suspense>
          <Link to="/subscribe" className={buttonClass('subscribe', 'max-md:w-full')}>
            {t('error.forbidden.button')}
          </Link>
        </div>
      </section>
      <Toolbar
        search={
          <p className="min-w-0 text-13 text-faded max-md:flex-1">
            <span className="font-strong text-ink">{t('total', { count: total })}</span> · {t('as-at', { date })}
          </p>
        }
      >
        <HighlightLegend />
      </Toolbar>
      <Veiled caption={caption} market={market} pick={pick} fillers={fillers} onPress={pointOut} />
    </>
  )
}

type VeiledProps = {
  caption: string
  market: Market
  pick: FinListStock
  fillers: FinListStock[]
  onPress: () => void
}

const veil = 'pointer-events-none blur-[5px] select-none'

function Veiled({ caption, market, pick, fillers, onPress }: VeiledProps) {
  const heads = useHeads(previewColumns)
  const phone = useIsPhone()
  return (
    // Keyboard and screen-reader users reach the notice before the list. A press on the list leads mouse and touch
    // users to it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div onClick={onPress}>
      {phone ? (
        <>
          <ul aria-label={caption} className="-mx-4 border-t border-ink">
            <StockCard stock={pick} exchange={market.id} />
          </ul>
          <ul aria-hidden inert className={`-mx-4 ${veil}`}>
            {fillers.map(stock => (
              <StockCard key={stock.stockCode} stock={stock} exchange={market.id} />
            ))}
          </ul>
        </>
      ) : (
        <DataTable caption={caption} columns={heads}>
          <tbody>
            <StockRow stock={pick} exchange={market.id} />
          </tbody>
          <tbody aria-hidden inert className={veil}>
            {fillers.map(stock => (
              <StockRow key={stock.stockCode} stock={stock} exchange={market.id} />
            ))}
          </tbody>
        </DataTable>
      )}
    </div>
  )
}
