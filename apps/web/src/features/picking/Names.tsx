import { useState } from 'react'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'

type Props = { stocks: readonly { stockCode: string; stockName: string; stockNameZh: string }[] }

const shownAtFirst = 8

/** The names of stocks in one line. If there are many, shows the first few, and the others on request. */
export function Names({ stocks }: Props) {
  const t = useTranslation('picking')
  const [all, setAll] = useState(false)
  const more = stocks.length - shownAtFirst
  const shown = all || more <= 1 ? stocks : stocks.slice(0, shownAtFirst)
  return (
    <>
      {shown.map(stock => nameOf(stock) || stock.stockCode).join(t('comma'))}
      {more > 1 && (
        <button
          type="button"
          aria-expanded={all}
          className="ml-1.5 min-h-6 rounded-sm px-1 text-accent"
          onClick={() => setAll(!all)}
        >
          {all ? t('fewer') : t('more', { count: more })}
        </button>
      )}
    </>
  )
}
