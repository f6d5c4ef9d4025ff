import type { User } from '@finlist/contract/account/account'
import { type AlertKind, alertKinds, alertRules } from '@finlist/domain/alerts/kinds'
import { type ExchangeId, markets } from '@finlist/domain/markets'

/** Whether the user's plan includes the kind of alert in the market, or in any market; true until the user is known. */
export const isOpenTo = (me: User | undefined, kind: AlertKind, exchange?: ExchangeId) =>
  me === undefined ||
  (exchange ? [exchange] : marketsOf(kind)).some(market => me.rights.includes(alertRules[kind].right(market)))

export const marketsOf = (kind: AlertKind): readonly ExchangeId[] => {
  const rule = alertRules[kind]
  return 'markets' in rule ? rule.markets : markets.map(({ id }) => id)
}

/** Every kind, or those available for a stock of the market. */
export const kindsFor = (exchange: ExchangeId | undefined) =>
  alertKinds.filter(
    kind => exchange === undefined || (alertRules[kind].stock !== 'none' && marketsOf(kind).includes(exchange)),
  )
