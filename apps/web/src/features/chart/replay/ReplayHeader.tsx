import { addDays, type Day } from '@finlist/domain/calendar'
import { parseSymbol } from '@finlist/domain/chart/symbol'
import { type ReactNode, useState } from 'react'
import { productNow } from '../../../api/product-now.ts'
import { formatDay } from '../../../components/market-dates.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { SymbolSearch } from '../SymbolSearch.tsx'

type Props = {
  symbol: string
  title: string
  from: Day
  /** The day that the replay has reached. */
  asOf: Day
  /** The day of the last bar. */
  today: Day | undefined
  /** Called to replay another symbol or from another day. */
  onReplay: (symbol: string, from: Day) => void
  children: ReactNode
}

/** The symbol and the starting day of the replay, with the chart's toolbar. */
export function ReplayHeader({ symbol, title, from, asOf, today, onReplay, children }: Props) {
  const t = useTranslation('replay')
  const [newest] = useState(() => addDays(new Date(productNow()).toISOString().slice(0, 10), -1))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line pb-2">
      <h2 className="text-16 font-strong">{t('title', { name: title })}</h2>
      <SymbolSearch
        shown={title}
        exchange={parseSymbol(symbol)?.exchange ?? ''}
        asOf={asOf}
        isEager
        onChoose={({ full_name }) => onReplay(full_name, asOf)}
      />
      <label className="flex items-center gap-2 text-13 text-faded">
        {t('from')}
        <input
          type="date"
          max={newest}
          value={from}
          onChange={({ target }) => target.value && target.value <= newest && onReplay(symbol, target.value)}
          className="h-11 rounded-md border border-edge bg-raised px-2 text-16 text-ink md:h-8 md:text-13"
        />
      </label>
      {children}
      <p className="text-13 font-strong md:ml-auto">{today && t('today', { date: formatDay(today) })}</p>
    </div>
  )
}
