// How long does an uncached chart history of ten years take, compared with its SELECT through the driver? At most 2x; a repeated request gets a 304. And adjusted, for a stock that was split three times? At most 1.15x the history as traded.

import { timeAdjusted } from './parts/adjusted-history.ts'
import { median } from './parts/browser.ts'
import { machine } from './parts/cpu.ts'
import { openOwnServer } from './parts/own-server.ts'
import { askHistory, barsOfStock, fillBars, timeHistories } from './parts/price-history.ts'

const limit = 2
const adjustedLimit = 1.15
const rounds = 5
const stocksOfRound = 20
const forms = [
  { name: 'as our chart asks', format: 'udf' },
  { name: 'as a client of the protocol asks, both shapes', format: undefined },
] as const

const server = await openOwnServer()
try {
  await fillBars(server, (rounds + 1) * stocksOfRound)
  process.stdout.write(`${machine()}; ${barsOfStock} bars, medians of ${rounds} rounds of ${stocksOfRound} stocks\n`)
  for (const { name, format } of forms) {
    const from = (round: number) => Array.from({ length: stocksOfRound }, (_, n) => 1 + round * stocksOfRound + n)
    await timeHistories(server, from(0), format)
    const measured = []
    for (let round = 1; round <= rounds; round++) measured.push(await timeHistories(server, from(round), format))
    const ratio = median(measured.map(({ cold, select }) => cold / select))
    const [cold, select] = [median(measured.map(of => of.cold)), median(measured.map(of => of.select))]
    process.stdout.write(
      `${name}: ${ratio.toFixed(2)}x (${cold.toFixed(1)} ms, the SELECT ${select.toFixed(1)} ms; at most ${limit}x)\n`,
    )
    if (!(ratio <= limit)) process.exitCode = 1
  }
  await fillBars(server, 2 * rounds * stocksOfRound)
  const adjusting = await timeAdjusted(server, 2 * rounds * stocksOfRound)
  for (const [name, ratio] of Object.entries(adjusting)) {
    process.stdout.write(
      `read adjusted, ${name}: ${ratio.toFixed(3)}x the read as traded (at most ${adjustedLimit}x)\n`,
    )
    if (!(ratio <= adjustedLimit)) process.exitCode = 1
  }
  const { tag } = await askHistory(server, 1)
  const { status } = await askHistory(server, 1, { tag: tag! })
  process.stdout.write(`asked again with its tag: HTTP ${status}\n`)
  if (status !== 304) process.exitCode = 1
} finally {
  await server.close()
}
