import { runServer } from '../boot/run-server.ts'
import { type Config, sessionsUrl } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import type { ShutdownMode } from '../http/connection-drainer.ts'
import type { Figures, Peers } from '../http/metrics.ts'
import { answer, ask, type Other } from './ask.ts'

export const figuresOfOne = 'figures of one'
export const figuresOfAll = 'figures of all'
export const stillThere = 'still there'
const figuresWithinMs = 2_000

type Settings = { number: number; databaseUrl: string }
const variable = 'FINLIST_WORKER'

/** A worker's settings as environment variables. */
export const settingsOf = (settings: Settings) => ({ [variable]: JSON.stringify(settings) })

/** Runs one of several processes that serve the same port. It reacts only to the primary process, and ends with it. */
export async function work(config: Config, say: (line: string) => void): Promise<void> {
  const { number, databaseUrl } = JSON.parse(process.env[variable] ?? '') as Settings
  // A terminal or service manager signals every process, but only the primary decides how to react.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const primary = process as Other
  const colleagues: Peers = {
    number,
    tell: own => answer(primary, figuresOfOne, own),
    figures: async () => ((await ask(primary, figuresOfAll, figuresWithinMs)) ?? []) as Figures[],
  }
  const start = async () => {
    // After a reload the code may be newer than the primary's.
    await migrate(sessionsUrl(config, databaseUrl), name => say(`  migration ${name}`))
    return await runServer(config, { databaseUrl, colleagues, say })
  }
  answer(primary, stillThere, () => true)
  const running = start()
  const leave = async (how: ShutdownMode) => {
    await (await running).leave(how)
    process.exit(0)
  }
  process.on('message', (message: { leave?: ShutdownMode }) => {
    if (message.leave) void leave(message.leave)
  })
  await running
}
