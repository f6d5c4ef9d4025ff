import type { FinderStock } from '@finlist/contract/finder'
import type { ReactNode } from 'react'
import { useOperator } from '../../api/operator.ts'
import { formatDay } from '../../components/market-dates.ts'
import { Change, formatNumber, formatPrice, formatVolume } from '../../components/market-figures.tsx'
import { StockPanel } from '../../components/stock/stock-panel.tsx'
import { OwnPositions } from '../../components/watchlist/own-positions.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { exchange } from './queries.ts'
import { useBuyPrices } from './StockDetails.tsx'

type Props = {
  stock: FinderStock
  among: readonly FinderStock[]
  onStep: (stockCode: string) => void
  onClose: () => void
}

/** Lazy-loaded, with the texts of 'stock' and 'watchlist'. A stock shown full-screen on a phone. */
export default function FinderPanel({ stock, among, onStep, onClose }: Props) {
  const t = useTranslation('finder')
  const { buyPriceStep } = useOperator()
  const marks = useBuyPrices(stock)
  return (
    <StockPanel
      exchange={exchange}
      stock={stock}
      among={among.map(({ stockCode }) => stockCode)}
      onStep={onStep}
      onClose={onClose}
      figures={<Figures stock={stock} />}
      marks={marks}
    >
      <section className="mt-6">
        <h3 className="border-b border-ink pb-1 text-13 font-strong">{t('watchlists')}</h3>
        <OwnPositions exchange={exchange} stock={stock} step={buyPriceStep.finder} />
      </section>
    </StockPanel>
  )
}

function Figures({ stock }: { stock: FinderStock }) {
  const t = useTranslation('finder')
  return (
    <>
      <dl className="mt-2 grid grid-cols-3">
        <Figure name={t('column.close')}>{formatPrice(stock.close)}</Figure>
        <Figure name={`${t('column.closeChange')} %`}>
          <Change value={stock.closeChange} />
        </Figure>
        <Figure name={t('column.percivalScore')}>
          {stock.percivalScore === null ? '–' : formatNumber(stock.percivalScore)}
        </Figure>
        <Figure name={t('column.volume')}>{stock.volume === null ? '–' : formatVolume(stock.volume)}</Figure>
        <Figure name={`${t('column.volumeChange')} %`}>
          <Change value={stock.volumeChange} />
        </Figure>
      </dl>
      <p className="pt-1 text-12 text-faded">
        {t('as-at', { date: formatDay(stock.priceDate) })}
        {stock.issueDate === null && ` · ${t('off-list')}`}
      </p>
    </>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-b border-line py-2">
    <dt className="text-12 text-faded">{name}</dt>
    <dd className="text-14 font-strong whitespace-nowrap">{children}</dd>
  </div>
)
