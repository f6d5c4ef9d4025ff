import type { SourceUse } from '@finlist/contract/staff/overview'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Config } from '../../config.ts'

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
