import '../../i18n/seldom-texts.ts'
import { symbolOf } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { ChartCandlestick } from 'lucide-react'
import { Link } from '../../components/link.tsx'
import { noteOpenedPick } from '../../components/stock/note-opened-pick.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'

type Props = { exchange: ExchangeId; stockCode: string; title: string }

/** Lazy-loaded. Leads to the chart of the open pick, which counts as a new user's first step. */
export default function ChartOfPick({ exchange, stockCode, title }: Props) {
  const t = useTranslation('first-steps')
  return (
    <Link
      to={`/interactive-chart?symbol=${encodeURIComponent(symbolOf({ exchange, stockCode }))}`}
      onClick={() => void noteOpenedPick(exchange, stockCode).catch(console.error)}
      className={buttonClass('plain', 'max-md:w-full')}
    >
      <ChartCandlestick size={16} aria-hidden className="shrink-0" />
      {t('pick.chart', { stock: title })}
    </Link>
  )
}
