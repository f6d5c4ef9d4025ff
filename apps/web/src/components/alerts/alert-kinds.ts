import type { User } from '@finlist/contract/account/account'
import { type AlertKind, alertKinds } from '@finlist/domain/alerts/kind-names'
import { alertRules } from '@finlist/domain/alerts/kinds'
import { type ExchangeId, markets } from '@finlist/domain/markets'

/**
 * Whether the user's plan includes this kind of alert in the market or, if none is given, in any market. True until the
 * user's data is loaded.
 */
export const isOpenTo = (me: User | undefined, kind: AlertKind, exchange?: ExchangeId) =>
  me === undefined ||
  (exchange ? [exchange] : marketsOf(kind)).some(market => me.rights.includes(alertRules[kind].right(market)))

export const marketsOf = (kind: AlertKind): readonly ExchangeId[] => {
  const rule = alertRules[kind]
  return 'markets' in rule ? rule.markets : markets.map(({ id }) => id)
}

/**
 * All kinds of alert that are set in the dialog; with a market, only those that can be set for one of its stocks. Alerts
 * on a screen are set where the screen is.
 */
export const kindsFor = (exchange: ExchangeId | undefined) =>
  alertKinds.filter(
    kind =>
      kind !== 'screen' &&
      (exchange === undefined || (alertRules[kind].stock !== 'none' && marketsOf(kind).includes(exchange))),
  )
