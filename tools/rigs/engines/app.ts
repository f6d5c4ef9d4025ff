import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Role } from '@finlist/domain/plans/roles'
import { Sessions } from '../../../apps/server/src/auth/sessions.ts'
import { Tokens } from '../../../apps/server/src/auth/tokens.ts'
import { addPlanGrant, addRoles, makeAccount } from '../../../apps/server/src/commands/make-account.ts'
import { readConfig } from '../../../apps/server/src/config.ts'
import { openDatabase } from '../../../apps/server/src/db/database.ts'
import { Keys } from '../../../apps/server/src/db/keys.ts'
import { root } from '../../source-files.ts'

const metricsToken = 'metrics-of-the-engines'
const source = (path: string) => join(root, 'apps/server/src', path)

/** The settings of an installation that uses only this machine and an engine's database. */
export function settingsOf(it: { databaseUrl: string; port: number; publicPort?: number; mailPort: number }) {
  return {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C',
    DATABASE_URL: it.databaseUrl,
    PORT: String(it.port),
    PUBLIC_URL: `http://127.0.0.1:${it.publicPort ?? it.port}`,
    TRUSTED_PROXIES: '0',
    SMTP_URL: `smtp://127.0.0.1:${it.mailPort}`,
    MAIL_FROM: 'finlist@finlist.example',
    SECOND_FACTOR: 'offered',
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '0',
    METRICS_TOKEN: metricsToken,
  }
}

export type App = { base: string; child: ChildProcess; log: string[]; stop(): Promise<void> }

/**
 * Starts the product in the same way as an operator. `within` is a command that runs the product elsewhere, for example
 * in a network namespace.
 */
export async function startApp(
  env: Record<string, string>,
  { within = [], host = '127.0.0.1' }: { within?: readonly string[]; host?: string } = {},
): Promise<App> {
  const [program, ...args] = [...within, process.execPath, source('main.ts')]
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const log: string[] = []
  for (const out of [child.stdout, child.stderr]) out.on('data', (text: Buffer) => log.push(text.toString()))
  const base = `http://${host}:${env['PORT']}`
  while (
    !(await fetch(`${base}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`the program ended:\n${log.join('')}`)
    await wait(100)
  }
  return {
    base,
    child,
    log,
    async stop() {
      if (child.exitCode === null && child.kill('SIGINT')) await Promise.race([once(child, 'exit'), wait(15_000)])
      child.kill('SIGKILL')
    },
  }
}

export type Person = { email: string; roles?: readonly Role[]; hasPlan?: boolean }

/** Creates accounts with `npm run user` and `npm run token`; returns a token for each. */
export async function makePeople(
  databaseUrl: string,
  env: Record<string, string>,
  people: readonly Person[],
): Promise<string[]> {
  const config = readConfig(env)
  const database = await openDatabase(databaseUrl, { warn: () => undefined, info: () => undefined })
  try {
    const keys = await Keys.open(database, Date.now)
    const tokens = new Tokens(() => keys.keyRing('access-token'), Date.now)
    const made: string[] = []
    for (const { email, roles = [], hasPlan = false } of people) {
      const { userId } = await makeAccount(database, config, { email, name: email, complete: true })
      const session = await database.write(async tx => {
        await addRoles(tx, userId, roles)
        const [startsAt, endsAt] = [new Date(), new Date('2099-12-31')]
        if (hasPlan) await addPlanGrant(tx, userId, { productId: 1, periodId: 1, startsAt, endsAt })
        const sessions = new Sessions(database, Date.now)
        return await sessions.begin(tx, { userId, authTime: Date.now(), client: 'command-line', idToken: null })
      })
      made.push(await tokens.mint({ ...session, commandLine: true }))
    }
    return made
  } finally {
    await database.close()
  }
}

/** The output of an operator command. */
export async function operate(env: Record<string, string>, name: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [source(`commands/${name}.ts`), ...args], { env })
  return stdout.trim()
}

/** The lowest value of a metric that any worker reports; undefined if the metric cannot be read. */
export async function metric(base: string, name: string): Promise<number | undefined> {
  const answer = await fetch(`${base}/api/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(2_000),
  }).catch(() => undefined)
  const text = answer?.ok ? await answer.text() : ''
  const found = text.split('\n').filter(line => line.startsWith(name) && !line.startsWith('#'))
  return found.length > 0 ? Math.min(...found.map(line => Number(line.split(' ').at(-1)))) : undefined
}
