import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { Keys } from '../db/keys.ts'
import { draw, examine } from '../doctor/examine.ts'
import { doctorToken } from '../http/seen-request.ts'
import { withServersDatabase } from './connect.ts'
import { readTyped } from './typed.ts'

const usage = `finlist doctor [--mail <address>] [--sms <number>] [--json]

Tries everything that the settings name and prints a row for each; --mail and --sms also send a message. --json prints a
list of objects with name, state (ok, wrong, not tried), text and, of what is wrong, the heading that mends it.`
const { mail, sms, json } = readTyped(
  usage,
  () =>
    parseArgs({
      options: { mail: { type: 'string' }, sms: { type: 'string' }, json: { type: 'boolean', default: false } },
    }).values,
)

await withServersDatabase(async (database, config, databaseUrl) => {
  const keys = await Keys.open(database, Date.now)
  const now = Date.now()
  const rows = await examine(
    {
      config,
      database,
      databaseUrl,
      token: doctorToken(keys.keyRing('doctor').signing, now),
      now,
      mailbox: mail,
      phone: sms,
      askOperator: process.stdin.isTTY ? askOperator : undefined,
    },
    row => {
      if (!json) process.stdout.write(`${draw(row)}\n`)
    },
  )
  const count = (state: string) => rows.filter(row => row.state === state).length
  if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
  else process.stdout.write(`\n${count('ok')} ok, ${count('wrong')} wrong, ${count('not tried')} not tried\n`)
  if (count('wrong') > 0) process.exitCode = 1
})

async function askOperator(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
