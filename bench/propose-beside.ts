/*
 * Does making a list delay other calls? The 99th percentile of a small call may at most double.
 * The call is repeated while the server is idle and while it makes the list of 2,500 stocks in a thread, alternately.
 * npm run bench -- propose-beside
 */
import { setTimeout as wait } from 'node:timers/promises'
import { runEngine } from '../apps/server/src/features/picking/run-engine.ts'
import { machine } from './parts/cpu.ts'
import { day, fillBars } from './parts/many-bars.ts'
import { openOwnServer } from './parts/own-server.ts'

const limit = 2
const rounds = 6
const stocks = Number(process.argv[2] ?? 2_500)

const server = await openOwnServer()
try {
  await fillBars(server.database, 'US', stocks)
  await server.database.pool.query('vacuum analyze bar')
  const make = () => runEngine(server.database, { exchange: 'US', day, added: [] })
  await make()
  await ask(wait(1_000))
  const [quiet, busy]: [number[], number[]] = [[], []]
  let madeMs = 0
  for (let round = 0; round < rounds; round++) {
    const since = performance.now()
    busy.push(...(await ask(make())))
    const took = performance.now() - since
    madeMs += took / rounds
    quiet.push(...(await ask(wait(took))))
  }
  const [alone, beside] = [percentile(quiet), percentile(busy)]
  process.stdout.write(
    `${machine()}; a list of ${stocks} stocks in ${(madeMs / 1_000).toFixed(1)} s; a small call, 99th percentile of ${busy.length}: ` +
      `${alone.toFixed(2)} ms alone, ${beside.toFixed(2)} ms beside it, ${(beside / alone).toFixed(2)}x (at most ${limit}x)\n`,
  )
  if (!(beside <= alone * limit)) process.exitCode = 1
} finally {
  await server.close()
}

/** Makes calls one after the other until `work` is done; returns the milliseconds that each took. */
async function ask(work: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const done = work.finally(() => (isOver = true))
  const took: number[] = []
  while (!isOver) {
    const since = performance.now()
    const answer = await fetch(`${server.base}/api/finlist/US/last-updated`, {
      headers: { authorization: server.authorization },
    })
    await answer.arrayBuffer()
    took.push(performance.now() - since)
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
    await wait(2)
  }
  await done
  return took
}

function percentile(all: number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length * 0.99)]!
}
