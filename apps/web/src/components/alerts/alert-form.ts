import { type Alert, largestPrice, valueDecimals } from '@finlist/contract/alerts'
import type { SelectableStock } from '@finlist/contract/watchlist'
import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import { alertRules, largestValue } from '@finlist/domain/alerts/kinds'
import { hasDecimals } from '@finlist/domain/decimals'
import type { ExchangeId } from '@finlist/domain/markets'

/** The dialog's initial values. A given stock cannot be changed; everything else can. */
export type AlertStart = {
  exchange?: ExchangeId
  stock?: { stockCode: string; stockName: string; stockNameZh: string }
  kind?: AlertKind
  value?: number
}
export type Typed = {
  kind: AlertKind
  exchange: ExchangeId
  picked: SelectableStock | undefined
  of: 'all' | 'one'
  value: string
  times: 'each' | 'once'
  /** `YYYY-MM-DD`, or empty. */
  expiresOn: string
  note: string
}

export function startOf(known: AlertStart | Alert): Typed {
  const { kind = 'price-above', exchange = 'HKEX', value } = known
  const stock = 'alertId' in known ? known.stockCode !== null && { ...known, stockCode: known.stockCode } : known.stock
  return {
    kind,
    exchange,
    picked: stock ? { ...stock, exchange } : undefined,
    of: stock ? 'one' : 'all',
    value: value == null ? '' : String(value),
    times: 'alertId' in known && known.once ? 'once' : 'each',
    expiresOn: ('alertId' in known && known.expiresOn) || '',
    note: 'alertId' in known ? known.note : '',
  }
}

export const needsStock = ({ kind, of }: Typed) =>
  alertRules[kind].stock === 'one' || (alertRules[kind].stock === 'one-or-all' && of === 'one')

export const bodyOf = (typed: Typed) => ({
  kind: typed.kind,
  exchange: typed.exchange,
  stockCode: needsStock(typed) ? typed.picked?.stockCode : undefined,
  value: alertRules[typed.kind].value === 'none' || typed.value.trim() === '' ? undefined : Number(typed.value),
  once: typed.times === 'once' || undefined,
  expiresOn: typed.expiresOn || undefined,
  note: typed.note.trim() || undefined,
})

/** What of the alert was changed: a value that is sent sets the alert again, even if it is the same. */
export function changesOf(typed: Typed, alert: Alert) {
  const before = startOf(alert)
  return {
    ...(alert.value !== null && Number(typed.value) !== alert.value && { value: Number(typed.value) }),
    ...(typed.times !== before.times && { once: typed.times === 'once' }),
    ...(typed.expiresOn !== before.expiresOn && { expiresOn: typed.expiresOn || null }),
    ...(typed.note.trim() !== before.note && { note: typed.note }),
  }
}

/** The value as a number; undefined if it is missing or not allowed. */
export function validValue({ kind, value }: Typed): number | undefined {
  const number = Number(value)
  const unit = alertRules[kind].value
  const largest = unit === 'none' ? 0 : unit === 'price' ? largestPrice : largestValue[unit]
  return value.trim() !== '' && number > 0 && number <= largest && hasDecimals(number, valueDecimals)
    ? number
    : undefined
}
