import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { Config } from '../../config.ts'
import { address } from './address.ts'
import { eodhd } from './eodhd.ts'
import { finMind } from './finmind.ts'
import { jQuants } from './j-quants.ts'
import type { Source } from './source.ts'
import { type ClientSettings, SourceClient } from './source-client.ts'

/** Requests per minute to a source whose limit is unknown. */
const politePerMinute = 60

/** The markets whose prices are read from a source. */
export const askedMarkets = (config: SourceSettings): ExchangeId[] =>
  exchangeIds.filter(id => !['', 'folder'].includes(config[`SOURCE_${id}`]))

const settingNames = /^(?:SOURCE|EODHD|J_QUANTS|FINMIND)_/
type SettingName = Extract<keyof Config, `${'SOURCE' | 'EODHD' | 'J_QUANTS' | 'FINMIND'}_${string}`>
export type SourceSettings = Pick<Config, SettingName>

/** Picks the settings of sources, in a form that can be passed to a thread. */
export const sourceSettings = (config: SourceSettings): SourceSettings =>
  Object.fromEntries(Object.entries(config).filter(([name]) => settingNames.test(name))) as SourceSettings

type Parts = Pick<ClientSettings, 'pause' | 'most'> & {
  /** The market's stock codes, for a URL with {code}. */
  codes: () => Promise<string[]>
}

/** The source that the operator has configured for the market; undefined if there is none. */
export function openSource(
  config: SourceSettings,
  exchange: ExchangeId,
  { codes, ...forTests }: Parts,
): Source | undefined {
  switch (config[`SOURCE_${exchange}`]) {
    case 'eodhd':
      return eodhd(exchange, eodhdClient(config, forTests))
    case 'j-quants':
      return jQuants(
        new SourceClient({
          ...forTests,
          name: 'J-Quants',
          base: config.J_QUANTS_URL,
          headers: { 'x-api-key': config.J_QUANTS_KEY },
          secrets: [config.J_QUANTS_KEY],
          perMinute: config.J_QUANTS_PER_MINUTE,
        }),
      )
    case 'finmind':
      return finMind(
        new SourceClient({
          ...forTests,
          name: 'FinMind',
          base: config.FINMIND_URL,
          headers: config.FINMIND_KEY ? { authorization: `Bearer ${config.FINMIND_KEY}` } : {},
          secrets: [config.FINMIND_KEY],
          perMinute: config.FINMIND_PER_MINUTE,
        }),
      )
    case 'address':
      return openAddress(config, exchange, codes)
    default:
      return undefined
  }
}

export const eodhdClient = (config: SourceSettings, forTests: Pick<ClientSettings, 'pause' | 'most'>) =>
  new SourceClient({
    ...forTests,
    name: 'EODHD',
    base: config.EODHD_URL,
    query: { api_token: config.EODHD_KEY },
    secrets: [config.EODHD_KEY],
    perMinute: config.EODHD_PER_MINUTE,
  })

/**
 * Creates the source for a URL. Keeps every value of the URL's query out of messages, because any of them may be an API
 * key.
 */
function openAddress(config: SourceSettings, exchange: ExchangeId, codes: Parts['codes']): Source {
  const url = config[`SOURCE_URL_${exchange}`]
  const secrets = [...new URL(url).searchParams.values()].filter(value => !/[{}]/.test(value))
  let last: { base: string; client: SourceClient } | undefined
  return address({
    exchange,
    url,
    columns: config[`SOURCE_COLUMNS_${exchange}`],
    clientOf(base) {
      if (last?.base !== base)
        last = { base, client: new SourceClient({ name: 'Address', base, secrets, perMinute: politePerMinute }) }
      return last.client
    },
    codes,
  })
}
