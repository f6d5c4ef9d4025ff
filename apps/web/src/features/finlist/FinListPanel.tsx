import type { FinListStock } from '@finlist/contract/finlist'
import type { Why } from '@finlist/contract/reasons'
import type { Market } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useOperator } from '../../api/operator.ts'
import { FundamentalsTable } from '../../components/stock/fundamentals-table.tsx'
import { StockPanel } from '../../components/stock/stock-panel.tsx'
import { OwnPositions } from '../../components/watchlist/own-positions.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EarlierLists } from './EarlierLists.tsx'
import { Holders } from './Holders.tsx'
import { PickFigures } from './PickFigures.tsx'
import { whyOf } from './reason-queries.ts'
import { WhyPick } from './WhyPick.tsx'

const OutlookOfPick = lazy(() => import('./outlook/OutlookOfPick.tsx'))

type Props = {
  market: Market
  issueDate: string
  stock: FinListStock
  among: readonly FinListStock[]
  onStep: (stockCode: string) => void
  onClose: () => void
}

export default function FinListPanel({ market, issueDate, stock, among, onStep, onClose }: Props) {
  const t = useTranslation('finlist')
  const { buyPriceStep } = useOperator()
  const { stockCode } = stock
  const why = useQuery(whyOf(market.id, issueDate, stockCode))
  useEffect(() => {
    import('../../components/stock/note-opened-pick.ts')
      .then(({ noteOpenedPick }) => noteOpenedPick(market.id, stockCode))
      .catch(console.error)
  }, [market.id, stockCode])
  return (
    <StockPanel
      exchange={market.id}
      stock={stock}
      among={among.map(({ stockCode }) => stockCode)}
      onStep={onStep}
      onClose={onClose}
      figures={<PickFigures stock={stock} issueDate={issueDate} />}
      {...useDrawn(stock, why.data)}
      reasons={
        <>
          <WhyPick exchange={market.id} issueDate={issueDate} stock={stock} why={why} />
          {why.data?.outlook && (
            <Suspense fallback={<Skeleton className="mt-6 h-60 w-full" />}>
              <OutlookOfPick outlook={why.data.outlook} />
            </Suspense>
          )}
        </>
      }
    >
      <section className="mt-6">
        <h3 className="border-b border-ink pb-1 text-13 font-strong">{t('panel.watchlists')}</h3>
        <OwnPositions exchange={market.id} stock={stock} step={buyPriceStep.finList} />
      </section>
      <FundamentalsTable data={stock.fundamentalData} />
      {market.id === 'HKEX' && <Holders stock={stock} issueDate={issueDate} />}
      <EarlierLists market={market} issueDate={issueDate} stock={stock} />
    </StockPanel>
  )
}

/** What the chart shows for the pick: lines at its buy point and stop, and the outline of its base. */
function useDrawn({ buyPoint }: FinListStock, why: Why | undefined) {
  const t = useTranslation('finlist')
  const reasons = useTranslation('why')
  const stop = why?.stop ?? null
  const marks = useMemo(
    () => [
      ...(buyPoint === -1 ? [] : [{ price: buyPoint, label: t('column.buyPoint') }]),
      ...(stop === null ? [] : [{ price: stop, label: reasons('stop') }]),
    ],
    [buyPoint, stop, t, reasons],
  )
  const outline = useMemo(
    () =>
      why?.outline.map(({ turn, ...point }) => ({
        ...point,
        // Removes the number from the turn's name: an ascending base has three highs and three lows.
        name: turn === 'close' ? '' : reasons(`turn.${turn.replace(/\d$/, '')}` as 'turn.low'),
      })),
    [why, reasons],
  )
  return { marks, ...(outline && { outline }) }
}
