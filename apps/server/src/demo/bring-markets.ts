import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { type DemoMarketSettings, loadDemoMarkets } from './market.ts'
import { recordDemo } from './record-demo.ts'

/** Brings the invented markets up to date. Records their lists and outcomes as if staff had published the lists. */
export async function bringDemoMarkets(
  database: Database,
  config: Config,
  settings: DemoMarketSettings,
): Promise<void> {
  await loadDemoMarkets(database, config, settings)
  if (config.DEMO_DATA === 'on') await recordDemo(database, config, settings.now)
}
