import type { Alert } from '@finlist/contract/alerts'
import { alertRules } from '@finlist/domain/alerts/kinds'
import { padded } from '@finlist/domain/chart/padded'
import { currencyOf } from '@finlist/domain/markets'
import type { Key, Translate } from '../../i18n/texts.ts'
import { formatNumber, formatPrice } from '../market-figures.tsx'
import { nameOf } from '../stock-name.ts'

/** An alert's condition, without its stock, for example 'Price at or above HKD 320.00'. */
export function conditionOf(alert: Alert, t: Translate<'alerts'>): string {
  const { kind, exchange, stockCode, value, screen } = alert
  const rule = alertRules[kind]
  const key = rule.stock === 'one-or-all' && stockCode === null ? `says.${kind}.all` : `says.${kind}`
  const figure = value === null ? '' : rule.value === 'price' ? formatPrice(value) : formatNumber(value)
  return t(key as Key<'alerts'>, { currency: currencyOf[exchange], value: figure, screen: screen?.name ?? '' })
}

/** For example '0700 Tencent'. Empty for an alert on every stock or on a market. */
export const stockOf = (alert: Alert): string =>
  alert.stockCode === null ? '' : `${padded(alert.exchange, alert.stockCode)} ${nameOf(alert)}`

/** The alert in full: '0700 Tencent: Price at or above HKD 320.00'. */
export function alertInWords(alert: Alert, t: Translate<'alerts'>): string {
  const condition = conditionOf(alert, t)
  return alert.stockCode === null ? condition : t('in-words', { stock: stockOf(alert), condition })
}
