/*
 * How long do the lists of all markets take, including reading 12,500 stocks of 520 bars? At most 30 s on 2 cores.
 * Opt-in, because it writes two gigabytes: npm run bench -- propose, optionally followed by a number of stocks.
 */
import { exchangeIds } from '@finlist/domain/markets'
import { hasTraded, propose } from '../apps/server/src/features/picking/propose.ts'
import { machine } from './parts/cpu.ts'
import { day, fillBars } from './parts/many-bars.ts'
import { openOwnServer } from './parts/own-server.ts'

const limitMs = 30_000
const stocks = Number(process.argv[2] ?? 12_500)

const server = await openOwnServer()
try {
  for (const exchange of exchangeIds) await fillBars(server.database, exchange, Math.round(stocks / exchangeIds.length))
  await server.database.pool.query('vacuum analyze bar')
  const { rows } = await server.database.pool.query<{ bars: number }>('select count(*)::int as bars from bar')
  const since = performance.now()
  let [eligible, listed] = [0, 0]
  for (const exchange of exchangeIds) {
    const issue = await server.database.snapshot(async tx => {
      if (!(await hasTraded(tx, exchange, day))) throw new Error(`nothing traded in ${exchange}`)
      return await propose(tx, exchange, day)
    })
    eligible += issue.eligible
    listed += issue.picks.length
  }
  const ms = performance.now() - since
  process.stdout.write(
    `${machine()}; ${rows[0]!.bars} bars, ${eligible} stocks eligible, ${listed} rows: ${(ms / 1_000).toFixed(1)} s ` +
      `(at most ${limitMs / 1_000} s), of it ${(process.cpuUsage().user / 1e6).toFixed(1)} s of this process since its start\n`,
  )
  if (!(ms <= limitMs)) process.exitCode = 1
} finally {
  await server.close()
}
