import type { SourceUse } from '@finlist/contract/staff/overview'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Config } from '../../config.ts'
import { Forbidden } from '../../http/client-errors.ts'
import type { Caller } from '../../http/serve.ts'

/** What each source's published terms are known to allow (docs/operate/source-terms.md). */
const allowed: Record<Config[`SOURCE_${ExchangeId}`], SourceUse> = {
  '': 'export',
  folder: 'export',
  address: 'export',
  eodhd: 'display',
  'j-quants': 'internal',
  finmind: 'internal',
}

/** What the market's data may be used for: the operator's setting or, without one, what the source's terms allow. */
export const sourceUse = (config: Config, exchange: ExchangeId): SourceUse =>
  config[`SOURCE_USE_${exchange}`] || allowed[config[`SOURCE_${exchange}`]]

/** Whether the user may see prices of the market's source. */
export const isShown = (config: Config, exchange: ExchangeId, { rights }: Pick<Caller, 'rights'>): boolean =>
  sourceUse(config, exchange) !== 'internal' || rights.has('staff')

/** Throws Forbidden if the user may not see prices of the market's source. */
export function assertShown(config: Config, exchange: ExchangeId, caller: Caller) {
  if (!isShown(config, exchange, caller)) throw new Forbidden('source.not-shown', 'source-use')
}
