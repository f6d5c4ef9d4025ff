import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { type DemoMarketSettings, loadDemoMarkets } from './market.ts'
import { recordDemo } from './record-demo.ts'

/**
 * Brings the invented markets up to date. Lists and outcomes are recorded in the same way as those that staff publish.
 */
export async function bringDemoMarkets(
  database: Database,
  config: Config,
  settings: DemoMarketSettings,
): Promise<void> {
  await loadDemoMarkets(database, config, settings)
  if (config.DEMO_DATA === 'on') await recordDemo(database, config, settings.now)
}
