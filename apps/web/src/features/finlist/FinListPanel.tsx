import type { FinListStock } from '@finlist/contract/finlist'
import type { Market } from '@finlist/domain/markets'
import { useTexts } from '../../i18n/texts.ts'
import { FundamentalsTable } from '../../parts/fundamentals-table.tsx'
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
  const t = useTexts('finlist')
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
      <FundamentalsTable data={stock.fundamentalData} />
      {market.id === 'HKEX' && <Holders stockCode={stock.stockCode} issueDate={issueDate} />}
    </StockPanel>
  )
}
