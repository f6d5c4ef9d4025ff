import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { demoAccounts, loadDemoAccounts } from './accounts.ts'
import { sellForAffiliate } from './affiliate-sales.ts'
import { askForDemoPast } from './ask-for-past.ts'
import { bringDemoMarkets } from './bring-markets.ts'
import { buyDemoPlans, type DemoShop } from './buy-plans.ts'
import { fillDemoLists } from './full-lists.ts'
import { playDemoGame } from './game-players.ts'
import { giveDemoPlans } from './give-plans.ts'
import { fillDemoSubscribers } from './lived-in.ts'
import { loadDemoRates } from './rates.ts'
import { loadDemoVideos } from './videos.ts'

type Part = { name: string; version: number; size: string; load: (database: Database, config: Config) => Promise<void> }

/**
 * The parts of the demo data, in loading order. Each is loaded once per version and does not change users' own data.
 */
const parts: Part[] = [{ name: 'accounts', version: 1, size: String(demoAccounts.length), load: loadDemoAccounts }]

const oneAtATime = 7_236_115
/** The row of demo_part that is written once all parts are loaded. Increment its version when a part is added. */
const whole = { name: 'whole', version: 1 }

/** Whether all demo data was loaded before, so that only newer days can be missing. */
export async function isDemoWhole({ db }: Database): Promise<boolean> {
  const row = await db.selectFrom('demo_part').select('version').where('name', '=', whole.name).executeTakeFirst()
  return row !== undefined && row.version >= whole.version
}

/** Adds missing demo data and reports each step. Plans are bought, or granted if nothing is sold. */
export async function loadDemo(
  database: Database,
  config: Config,
  { shop, now, say }: { shop: DemoShop | undefined; now: () => number; say: (line: string) => void },
) {
  const client = database.sessions.client({ application_name: 'finlist demo' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [oneAtATime])
    for (const part of parts) {
      const loaded = await database.db
        .selectFrom('demo_part')
        .select('version')
        .where('name', '=', part.name)
        .executeTakeFirst()
      if (loaded && loaded.version >= part.version) continue
      const began = performance.now()
      await part.load(database, config)
      await noteLoaded(database, part)
      say(`  demo ${part.name}: ${part.size} loaded in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    }
    await bringDemoMarkets(database, config, { now: now(), say, bySource: true })
    if (config.DEMO_DATA === 'on') await askForDemoPast(database, now())
    await loadDemoVideos(database, config, now())
    await loadDemoRates(database, config, now())
    await fillDemoLists(database)
    await fillDemoSubscribers(database, now())
    await playDemoGame(database, now())
    // Last, because the sandbox sends an event for each purchase and gives up when no server listens within 30 s.
    await (shop ? buyPlans(database, config, shop, { now, say }) : giveDemoPlans(database, new Date(now())))
    if (config.DEMO_DATA === 'on') await noteLoaded(database, whole)
  } finally {
    await client.end()
  }
}

async function noteLoaded({ db }: Database, { name, version }: { name: string; version: number }) {
  await db
    .insertInto('demo_part')
    .values({ name, version })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ version }))
    .execute()
}

async function buyPlans(
  database: Database,
  config: Config,
  shop: DemoShop,
  { now, say }: { now: () => number; say: (line: string) => void },
) {
  const opened = performance.now()
  const sold = await sellForAffiliate(database, config, shop, new Date(now()))
  if (sold > 0) say(`  demo affiliate: ${sold} sales in ${((performance.now() - opened) / 1000).toFixed(1)} s`)
  const began = performance.now()
  const bought = await buyDemoPlans(database, config, shop, new Date(now()))
  if (bought > 0) say(`  demo plans: ${bought} bought in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
