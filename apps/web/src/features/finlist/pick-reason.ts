import type { FinListStock } from '@finlist/contract/finlist'
import { patternKind } from '@finlist/domain/finlist/pattern-kind'
import { formatNumber, formatPrice } from '../../components/market-figures.tsx'
import type { Translate } from '../../i18n/texts.ts'

type NamedPattern = Exclude<ReturnType<typeof patternKind<FinListStock['patternType']>>, 'NIL'>

/** Describes why a stock is on the list. */
export function reasonFor(stock: FinListStock, t: Translate<'stock'>, nameOf: (kind: NamedPattern) => string): string {
  const { buyPoint, close, percivalScore } = stock
  const kind = patternKind(stock)
  const pattern = kind === 'NIL' ? undefined : nameOf(kind)
  if (buyPoint === -1) {
    return pattern ? t('reason.pattern', { pattern }) : t('reason.none', { score: formatNumber(percivalScore) })
  }
  const price = formatPrice(buyPoint)
  const distance = close === 0 ? 0 : Math.round((buyPoint / close - 1) * 1000) / 10
  const where = distance === 0 ? 'at' : distance > 0 ? 'above' : 'below'
  const percent = Math.abs(distance).toFixed(1)
  return pattern ? t(`reason.pattern.${where}`, { pattern, price, percent }) : t(`reason.${where}`, { price, percent })
}
