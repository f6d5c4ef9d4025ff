/*
 * How long does it take to count the results of random markets, with which the track record is compared? Prints the
 * seconds of one core and the memory for ten random markets of 500 stocks, with lists of one year and of three years,
 * and an estimate for a hundred markets. Asserts nothing: the job runs once a month, after everything else.
 * npm run bench -- worlds
 */
import { createHash } from 'node:crypto'
import { demoMarket } from '@finlist/demo-market/market'
import { pickingStocks } from '@finlist/demo-market/picking-stocks'
import { countWidening } from '@finlist/domain/chance/widen'
import type { World } from '@finlist/domain/chance/world'
import { usualCosts } from '@finlist/domain/outcome/rule'
import type { Stock } from '@finlist/domain/picking/bars'
import { machine } from './parts/cpu.ts'

const [stocks, worlds, ofMarket] = [500, 10, 100]
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const seconds = () => process.cpuUsage().user / 1e6

for (const weeks of [52, 156]) {
  const startDate = weeks === 52 ? '2023-06-01' : '2021-06-01'
  const market = demoMarket({ seed: 'bench', exchange: 'US', startDate, asOf: '2026-07-17', stocks: 250 })
  const originals = pickingStocks(market)
  const copies = originals.map(stock => ({ ...stock, code: `${stock.code}-2` }))
  const world = [...originals, ...copies].slice(0, stocks).map(withOpenings)
  const since = seconds()
  const { factor, cells, held } = countWidening(
    'US',
    world,
    { seed: 'bench', worlds, weeks, costs: usualCosts.US },
    sha256,
  )
  const took = seconds() - since
  process.stdout.write(
    `${machine()}; ${worlds} worlds of ${world.length} stocks with lists of ${weeks} weeks: ${took.toFixed(1)} s of one core, ` +
      `${((took / worlds) * ofMarket).toFixed(0)} s for ${ofMarket}; ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB; ` +
      `${held} of ${cells} intervals held zero, factor ${factor ?? 'none'}\n`,
  )
}

/** Opens every day at the previous close, which does not affect the time measured. */
function withOpenings(stock: Stock): World[number] {
  return { ...stock, open: Array.from(stock.close, (close, at) => stock.close[at - 1] ?? close) }
}
