import { type AlertKind, alertKinds } from '@finlist/domain/alerts/kind-names'
import { alertRules, readsPrices } from '@finlist/domain/alerts/kinds'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { Right } from '@finlist/domain/plans/rights'
import type { Config } from '../../config.ts'
import { sourceUse } from '../../market-data/vendors/source-use.ts'

type Asked = { kind: AlertKind; exchange: ExchangeId }

/** Whether the market's data source allows users with these rights to see the market's prices. */
export const maySeePrices = (config: Config, exchange: ExchangeId, rights: ReadonlySet<Right>): boolean =>
  sourceUse(config, exchange) !== 'internal' || rights.has('staff')

/**
 * Whether a user with these rights may receive this alert. Checked when the alert is set, fires, is sent and is read.
 */
export const mayBeTold = (config: Config, { kind, exchange }: Asked, rights: ReadonlySet<Right>): boolean =>
  rights.has(alertRules[kind].right(exchange)) && (!readsPrices(kind) || maySeePrices(config, exchange, rights))

/** Every kind and market that a user with these rights may be alerted to, as 'volume HKEX'. */
export const toldKinds = (config: Config, rights: ReadonlySet<Right>): string[] =>
  alertKinds.flatMap(kind =>
    exchangeIds.flatMap(exchange => (mayBeTold(config, { kind, exchange }, rights) ? [`${kind} ${exchange}`] : [])),
  )
