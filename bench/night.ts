// What does a night of 12,500 stocks take after its source has answered, with the breadth that follows? At most 10 s.
import { recountBreadth } from '../apps/server/src/market-data/breadth-worker.ts'
import { takeDay } from '../apps/server/src/market-data/sources/take-day.ts'
import { median } from './browser.ts'
import { machine } from './cpu.ts'
import { nightsOf, sourceOf } from './night-world.ts'
import { openOwnServer } from './own-server.ts'

const stocks = 12_500
const known = 270
const nights = 5
const limitSeconds = 10
const { exchange, days, fill, givenFor } = nightsOf({ stocks, known, nights })

const server = await openOwnServer()
try {
  await fill(server.database)
  const taken: number[] = []
  const counted: number[] = []
  for (const day of days) {
    const given = givenFor(day)
    const began = performance.now()
    const { rows, isWhole } = await takeDay(
      { database: server.database, exchange, source: sourceOf(given), now: Date.now() },
      day,
    )
    const written = performance.now()
    await recountBreadth(server.database, exchange)
    if (rows !== stocks || !isWhole) throw new Error(`${rows} rows of ${day}`)
    taken.push((written - began) / 1_000)
    counted.push((performance.now() - written) / 1_000)
  }
  const night = median(taken.map((seconds, at) => seconds + counted[at]!))
  process.stdout.write(
    `${machine()}; ${stocks.toLocaleString('en')} stocks with ${known} days each, median of ${nights} nights: ` +
      `${night.toFixed(1)} s (at most ${limitSeconds} s), of which breadth ${median(counted).toFixed(1)} s\n`,
  )
  if (!(night <= limitSeconds)) process.exitCode = 1
} finally {
  await server.close()
}
