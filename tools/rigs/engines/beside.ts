import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { runEngine } from '../../../apps/server/src/features/picking/run-engine.ts'
import { computeBreadth } from '../../../apps/server/src/market-data/breadth/compute-breadth.ts'
import { importFiles } from '../../../apps/server/src/market-data/import/import-files.ts'
import { takeDay } from '../../../apps/server/src/market-data/vendors/take-day.ts'
import { median } from '../../../bench/parts/browser.ts'
import { askingPrices, empty, priceLines } from '../../../bench/parts/import-alone.ts'
import { nightsOf, sourceOf } from '../../../bench/parts/night-world.ts'
import type { openOwnServer } from '../../../bench/parts/own-server.ts'
import { fillBars, timed, timeHistories } from '../../../bench/parts/price-history.ts'
import { throwawayFolder } from '../../throwaway-folder.ts'
import type { Figures } from './figures.ts'

type Server = Awaited<ReturnType<typeof openOwnServer>>
/** Two servers with the same data: one on a single database node, the other on several. */
export type Both = { one: Server; several: Server }

const most = 1.5
/** Number of rounds on each of the two servers. `npm run rig -- distributed figures 1` gives a quick impression. */
const rounds = Number(process.argv[3] ?? 3)

/** Does the work on one node and on several nodes, alternating the order, and returns the median time of each. */
async function turns(both: Both, work: (server: Server, round: number) => Promise<number>, times = rounds) {
  const taken = { one: [] as number[], several: [] as number[] }
  for (let round = 0; round < times; round++)
    for (const name of round % 2 === 0 ? (['one', 'several'] as const) : (['several', 'one'] as const))
      taken[name].push(await work(both[name], round))
  return { one: median(taken.one), several: median(taken.several) }
}

const told = ({ one, several }: { one: number; several: number }) =>
  `${(several / one).toFixed(2)}x: ${one.toFixed(0)} ms, on several nodes ${several.toFixed(0)} ms`

/** Imports a million prices into an empty table, then again with every row changed. */
export async function compareImports(both: Both, figures: Figures, rows = 1_000_000): Promise<void> {
  const folder = await throwawayFolder('finlist-prices')
  const files = [0, 1].map(shift => join(folder.path, `${shift}.csv`))
  for (const [shift, file] of files.entries())
    await pipeline(Readable.from(priceLines(rows, shift)), createWriteStream(file))
  const load = async ({ database }: Server, file: string) =>
    await timed(async () => {
      const { count } = await importFiles(database, askingPrices(file))
      if (count !== rows) throw new Error(`${count} rows instead of ${rows}`)
    })
  const fresh = await turns(both, async server => {
    await empty(server.database)
    return await load(server, files[0]!)
  })
  figures.show(`an import of ${rows.toLocaleString('en')} prices`, told(fresh))
  figures.atMost('the same, beside one node', fresh.several / fresh.one, most)
  const changed = await turns(both, (server, round) => load(server, files[(round + 1) % 2]!))
  figures.show('again with every price changed', told(changed))
  const kept = await Promise.all(
    [both.one, both.several].map(async ({ database }) => {
      const { rows: counted } = await database.pool.query<{ kept: number; moments: number }>(
        'select count(*) as kept, count(distinct until) as moments from bar_history',
      )
      return counted[0]!
    }),
  )
  figures.count('former bars that the nodes kept', kept[1]!.kept, kept[0]!.kept)
  figures.count('moments until which they stood', kept[1]!.moments, kept[0]!.moments)
  for (const { database } of [both.one, both.several]) await empty(database)
  for (const file of files) await rm(file)
  await folder.remove()
}

/** Reads a stock's ten-year history over HTTP, without a cache. */
export async function compareHistories(both: Both, figures: Figures): Promise<void> {
  const stocks = 20
  for (const server of [both.one, both.several]) await fillBars(server, (rounds + 1) * stocks)
  const from = (round: number) => Array.from({ length: stocks }, (_, n) => 1 + round * stocks + n)
  for (const server of [both.one, both.several]) await timeHistories(server, from(0), 'udf')
  const cold = await turns(both, async (server, round) => (await timeHistories(server, from(round + 1), 'udf')).cold)
  figures.show('a history of ten years', told(cold))
  figures.atMost('the same, beside one node', cold.several / cold.one, most)
  for (const { database } of [both.one, both.several]) await empty(database)
}

/**
 * Runs a nightly update from a source, then computes market breadth and the method for its last day. Both databases
 * must give the same figures.
 */
export async function compareNights(both: Both, figures: Figures): Promise<void> {
  const nights = rounds
  const stocks = 2_500
  const world = nightsOf({ stocks, known: 270, nights })
  const { exchange } = world
  for (const { database } of [both.one, both.several]) await world.fill(database)
  const night = await turns(both, async ({ database }, round) => {
    const day = world.days[round]!
    const given = world.givenFor(day)
    return await timed(async () => {
      const { rows } = await takeDay({ database, exchange, source: sourceOf(given), now: Date.now() }, day)
      if (rows !== stocks) throw new Error(`${rows} rows of ${day}`)
    })
  })
  figures.show(`a night of ${stocks.toLocaleString('en')} stocks`, told(night))
  const counts: string[] = []
  const breadth = await turns(both, ({ database }) =>
    timed(async () => {
      const days = await database.snapshot(tx => computeBreadth(tx, { exchange, from: world.days[0]! }))
      counts.push(JSON.stringify(days))
    }),
  )
  figures.show('breadth of its days', told(breadth))
  figures.count('different counts of it', new Set(counts).size - 1, 0)
  const day = world.days.at(-1)!
  const seen: string[] = []
  const engine = await turns(
    both,
    ({ database }) =>
      timed(async () => {
        seen.push(JSON.stringify((await runEngine(database, { exchange, day, added: [] })).inputsHash))
      }),
    1,
  )
  figures.show('a list by the method', told(engine))
  figures.count('different inputs of it', new Set(seen).size - 1, 0)
}
