import type { ExchangeId } from '@finlist/domain/markets'
import SetAlert from '../../components/alerts/set-alert.tsx'

type Props = {
  exchange: ExchangeId
  stock: { stockCode: string; stockName: string; stockNameZh: string }
  /** The price of the alert. */
  at: number
  /** The last close, which determines the alert's direction. */
  close: number | undefined
  onClose: () => void
}

/** Lazy-loaded. Sets an alert at a price picked in the chart. */
export default function SetPriceAlert({ exchange, stock, at, close, onClose }: Props) {
  const kind = close !== undefined && at < close ? 'price-below' : 'price-above'
  return <SetAlert start={{ exchange, stock, value: Number(at.toFixed(4)), kind }} onClose={onClose} />
}
