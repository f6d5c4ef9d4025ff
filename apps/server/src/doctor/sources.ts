import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { addDays, type Day, dayAt, tradingDays } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { marketsWithFigures, openFigures } from '../market-data/fundamentals/open-figures.ts'
import { ecbName, openEcb } from '../market-data/rates/ecb.ts'
import { eodhdName, eodhdQuotes } from '../market-data/vendors/eodhd-quotes.ts'
import { openSource } from '../market-data/vendors/open-source.ts'
import { type Check, notTried, ok, reasonOf, wrong } from './check.ts'

const see = 'Sources'
/** Number of days to look back. Longer than any market's holidays. */
const daysBack = 20

/** Checks that every configured data source answers one small request. Nothing is loaded. */
export const sources: Check = {
  name: 'sources',
  async run({ config, database, now }) {
    const probes = [...probesOf(config, database, now)]
    if (probes.length === 0) return notTried('No source is configured: you load all data.', see)
    const faults: string[] = []
    for (const { name, probe } of probes)
      await probe().catch((error: unknown) => faults.push(`${name}: ${reasonOf(error)}`))
    if (faults.length > 0) return wrong(faults.join(' '), see)
    return ok(`${probes.map(({ name }) => name).join(', ')}: available.`)
  },
}

type Probe = { name: string; probe: () => Promise<unknown> }

function* probesOf(config: Config, database: Database, now: number): Generator<Probe> {
  for (const exchange of exchangeIds) {
    const codes = async () => await anyCode(database, exchange)
    const source = openSource(config, exchange, { codes })
    const day = lastTradingDay(exchange, now)
    if (source) yield { name: `${source.name} (${exchange})`, probe: () => source.probe(day) }
  }
  for (const exchange of marketsWithFigures) {
    const figures = openFigures(config, exchange)
    if (figures) yield { name: `${figures.name} figures (${exchange})`, probe: () => figures.probe() }
  }
  if (config.RATES === 'ecb')
    yield { name: ecbName, probe: () => openEcb(config).rates(addDays(dayAt('HKEX', now), -daysBack)) }
  if (config.MOVERS === 'eodhd') yield { name: `${eodhdName} (movers)`, probe: eodhdQuotes(config).probe }
  for (const setting of ['INCOMING_DIR', 'MOVERS_DROP_DIR'] as const)
    if (config[setting]) yield { name: setting, probe: () => access(config[setting], constants.R_OK | constants.W_OK) }
}

async function anyCode({ db }: Database, exchange: ExchangeId): Promise<string[]> {
  const row = await db
    .selectFrom('stock')
    .select('stock_code')
    .where('exchange', '=', exchange)
    .where('is_index', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row ? [row.stock_code] : []
}

function lastTradingDay(exchange: ExchangeId, now: number): Day {
  const yesterday = addDays(dayAt(exchange, now), -1)
  return tradingDays(exchange, addDays(yesterday, -daysBack), yesterday).at(-1) ?? yesterday
}
