import { createServer } from 'node:net'

const lowest = 10_000
/** The highest port to use. It is below the range from which operating systems assign ports automatically. */
const highest = 32_000
const neighbour = 1_000
const slots = (highest - lowest) / 2
/** The processes of a test run each try different ports, so that no two try the same one. */
const turn = Number(process.env['VITEST_POOL_ID'] ?? 0) % 16
let next = Math.floor(Math.random() * (slots / 16)) * 16 + turn

/**
 * A free port for which the port 1000 above, which is used for test payments, is free too. No other process of the run
 * takes either port before the caller listens on it, or while a server restarts on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const slot = next % slots
    next += 16
    const port = lowest + Math.floor(slot / neighbour) * 2 * neighbour + (slot % neighbour)
    if ((await isFree(port)) && (await isFree(port + neighbour))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise(resolve => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
