import { backup } from './backup.ts'
import { type Check, type Finding, headings, type Installation, reasonOf, wrong } from './check.ts'
import { clock } from './clock.ts'
import { closings } from './closings.ts'
import { database } from './database.ts'
import { directPort } from './direct-port.ts'
import { disk } from './disk.ts'
import { host } from './host.ts'
import { issuer } from './issuer.ts'
import { keys } from './keys.ts'
import { mail } from './mail.ts'
import { proxies } from './proxies.ts'
import { record } from './record.ts'
import { running } from './running.ts'
import { sms } from './sms.ts'
import { sources } from './sources.ts'
import { tls } from './tls.ts'
import { webhook } from './webhook.ts'

/** All checks, beginning with those from outside the server. */
export const checks: readonly Check[] = [
  tls,
  running,
  host,
  proxies,
  directPort,
  issuer,
  webhook,
  mail,
  sms,
  database,
  clock,
  disk,
  backup,
  keys,
  record,
  closings,
  sources,
]

export type Row = Finding & { name: string }

/** Runs the checks one after another, so that they do not disturb each other. A check that throws counts as failed. */
export async function examine(installation: Installation, tell: (row: Row) => void): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, run } of checks) {
    const finding = await Promise.resolve()
      .then(() => run(installation))
      .catch((error: unknown) => wrong(`The check itself failed: ${reasonOf(error)}.`, 'Doctor'))
    const row = { name, ...finding }
    rows.push(row)
    tell(row)
  }
  return rows
}

const width = 15
const label = { ok: 'ok', wrong: 'WRONG', 'not tried': 'not tried' }

/** A line of output, with the section of the documents that explains how to fix the finding. */
export function draw({ name, state, text, see }: Row): string {
  const line = `${label[state].padEnd(9)}  ${name.padEnd(width)}  ${text}`
  return see === undefined
    ? line
    : `${line}\n${' '.repeat(9 + 2 + width + 2)}See docs/operate/${headings[see]}.md, ${see}`
}
