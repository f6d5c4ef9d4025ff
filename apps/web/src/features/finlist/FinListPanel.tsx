import type { FinListStock } from '@finlist/contract/finlist'
import type { Market } from '@finlist/domain/markets'
import { useOperator } from '../../api/operator.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { FundamentalsTable } from '../../parts/fundamentals-table.tsx'
import { OwnPositions } from '../../parts/own-positions.tsx'
import { StockPanel } from '../../parts/stock-panel.tsx'
import { Holders } from './Holders.tsx'
import { PickFigures } from './PickFigures.tsx'

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
  return (
    <StockPanel
      exchange={market.id}
      stock={stock}
      among={among.map(({ stockCode }) => stockCode)}
      onStep={onStep}
      onClose={onClose}
      figures={<PickFigures stock={stock} issueDate={issueDate} />}
      marks={stock.buyPoint === -1 ? [] : [{ price: stock.buyPoint, label: t('column.buyPoint') }]}
    >
      <section className="mt-6">
        <h3 className="border-b border-ink pb-1 text-13 font-strong">{t('panel.watchlists')}</h3>
        <OwnPositions exchange={market.id} stock={stock} step={buyPriceStep.finList} />
      </section>
      <FundamentalsTable data={stock.fundamentalData} />
      {market.id === 'HKEX' && <Holders stockCode={stock.stockCode} issueDate={issueDate} />}
    </StockPanel>
  )
}
