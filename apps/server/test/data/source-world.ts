import { setTimeout as wait } from 'node:timers/promises'
import { type DemoMarket, demoMarket } from '@finlist/demo-market/market'
import type { ExchangeId } from '@finlist/domain/markets'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { type DataSandbox, openDataSandbox } from '../../../data-sandbox/src/data-sandbox.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { openSource } from '../../src/market-data/vendors/open-source.ts'

/** Shortens the pauses between retries of a source to a thousandth. */
const pause = (ms: number) => wait(ms / 1_000)
export const sandboxKey = 'key-of-the-operator/42'

/** Invented markets of a few stocks, cached per process. */
const drawn = new Map<string, DemoMarket>()
function smallMarket(
  exchange: ExchangeId,
  { startDate, asOf, stocks = 30 }: { startDate: string; asOf: string; stocks?: number },
) {
  const key = [exchange, startDate, asOf, stocks].join(' ')
  const known = drawn.get(key) ?? demoMarket({ seed: 'sources', exchange, startDate, asOf, stocks })
  drawn.set(key, known)
  return known
}

/** Opens the vendors' test server, and a separate database whose settings point to it. */
export async function openSourceWorld(span: { startDate: string; asOf: string; stocks?: number }, now = Date.now) {
  const fresh = await freshDatabase()
  const warned: string[] = []
  const database: Database = await openDatabase(
    fresh.url,
    {
      warn: (details, message) => void warned.push(message, JSON.stringify(details)),
      info: line => void warned.push(line),
    },
    directly(fresh.url),
  )
  const sandbox: DataSandbox = await openDataSandbox({
    markets: exchange => smallMarket(exchange, span),
    key: sandboxKey,
    now,
  })
  const env = {
    SOURCE_HKEX: 'eodhd',
    SOURCE_US: 'eodhd',
    SOURCE_CN: 'eodhd',
    SOURCE_JP: 'j-quants',
    SOURCE_TW: 'finmind',
    EODHD_KEY: sandboxKey,
    J_QUANTS_KEY: sandboxKey,
    FINMIND_KEY: sandboxKey,
    EODHD_URL: sandbox.urls.eodhd,
    J_QUANTS_URL: sandbox.urls.jQuants,
    FINMIND_URL: sandbox.urls.finMind,
    FUNDAMENTALS_HKEX: 'eodhd',
    FUNDAMENTALS_US: 'sec',
    FUNDAMENTALS_CN: 'eodhd',
    FUNDAMENTALS_TW: 'eodhd',
    SEC_CONTACT: 'Example Ltd admin@finlist.example',
    SEC_URL: sandbox.urls.sec,
    RATES: 'ecb',
    ECB_URL: sandbox.urls.ecb,
    EODHD_PER_MINUTE: '10000',
    J_QUANTS_PER_MINUTE: '10000',
    FINMIND_PER_MINUTE: '10000',
  }
  const config = readConfig(env)
  return {
    database,
    databaseUrl: fresh.url,
    sandbox,
    env,
    config,
    warned,
    market: (exchange: ExchangeId) => smallMarket(exchange, span),
    source: (exchange: ExchangeId) => openSource(config, exchange, { codes: async () => [], pause })!,
    async close() {
      await sandbox.close()
      await database.close()
      await fresh.drop()
    },
  }
}
export type SourceWorld = Awaited<ReturnType<typeof openSourceWorld>>
