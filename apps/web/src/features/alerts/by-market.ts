import type { Alert } from '@finlist/contract/alerts'
import { alertKinds } from '@finlist/domain/alerts/kind-names'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'

/** Groups the alerts by market, omitting markets without alerts. Sorts them by market, kind and stock. */
export const byMarketAndKind = (alerts: readonly Alert[]): { exchange: ExchangeId; alerts: Alert[] }[] =>
  exchangeIds
    .map(exchange => ({ exchange, alerts: alerts.filter(it => it.exchange === exchange).toSorted(inOrder) }))
    .filter(group => group.alerts.length > 0)

const inOrder = (a: Alert, b: Alert) =>
  alertKinds.indexOf(a.kind) - alertKinds.indexOf(b.kind) ||
  (a.stockCode ?? '').localeCompare(b.stockCode ?? '', 'en', { numeric: true }) ||
  b.alertId - a.alertId
