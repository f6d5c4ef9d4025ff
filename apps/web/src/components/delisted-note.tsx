import type { SymbolInfo } from '@finlist/contract/charts/chart'
import { useTranslation } from '../i18n/texts.ts'
import { formatDay } from './market-dates.ts'
import { formatPrice } from './market-figures.tsx'

/** When and why a stock was delisted, and what a share was worth then. Renders nothing for a listed stock. */
export function DelistedNote({ info }: { info: SymbolInfo | undefined }) {
  const t = useTranslation('stock')
  if (!info?.delisted) return null
  const { on, reason, lastValue } = info.delisted
  return (
    <p className="pt-1 text-13 font-strong">
      {[
        t('delisted', { date: formatDay(on) }),
        reason,
        lastValue !== null && t('delisted.value', { price: formatPrice(lastValue), currency: info.currency_code }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
