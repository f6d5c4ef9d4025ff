import type { SourceUse } from '@finlist/contract/staff/overview'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Config } from '../../config.ts'

/** What the market's data may be used for. By default a vendor's data may be displayed but not redistributed. */
export function sourceUse(config: Config, exchange: ExchangeId): SourceUse {
  const said = config[`SOURCE_USE_${exchange}`]
  if (said) return said
  return ['eodhd', 'j-quants', 'finmind'].includes(config[`SOURCE_${exchange}`]) ? 'display' : 'export'
}
