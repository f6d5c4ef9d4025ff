import { randomBytes } from 'node:crypto'
import type { DemoMarket } from '@finlist/demo-market/market'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { openDataSandbox } from '../../../data-sandbox/src/data-sandbox.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { openSource } from '../market-data/vendors/open-source.ts'
import { takeDay } from '../market-data/vendors/take-day.ts'

/** The vendor whose format the newest day comes in, for markets that do not use EODHD's. */
const others: Partial<Record<ExchangeId, 'j-quants' | 'finmind'>> = { JP: 'j-quants', TW: 'finmind' }
const played = Object.fromEntries(exchangeIds.map(id => [`SOURCE_${id}`, others[id] ?? 'eodhd'])) as Pick<
  Config,
  `SOURCE_${ExchangeId}`
>
const unhurried = 10_000

/**
 * Loads the newest day of an invented market as an operator's server would: requests it from a vendor and imports the
 * response. The vendor is the data sandbox, started on the loopback address for this request only.
 */
export async function takeNewestDay(
  database: Database,
  config: Config,
  market: DemoMarket,
  now: number,
): Promise<void> {
  const key = randomBytes(16).toString('hex')
  const sandbox = await openDataSandbox({ markets: () => market, key })
  try {
    const settings = {
      ...config,
      ...played,
      EODHD_KEY: key,
      EODHD_URL: sandbox.urls.eodhd,
      EODHD_PER_MINUTE: unhurried,
      J_QUANTS_KEY: key,
      J_QUANTS_URL: sandbox.urls.jQuants,
      J_QUANTS_PER_MINUTE: unhurried,
      FINMIND_KEY: key,
      FINMIND_URL: sandbox.urls.finMind,
      FINMIND_PER_MINUTE: unhurried,
    }
    const source = openSource(settings, market.exchange, { codes: async () => [] })!
    const parts = { database, exchange: market.exchange, source: { ...source, name: `${source.name} (demo)` }, now }
    await takeDay(parts, market.days.at(-1)!)
  } finally {
    await sandbox.close()
  }
}
