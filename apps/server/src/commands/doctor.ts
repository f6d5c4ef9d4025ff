import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { Keys } from '../db/keys.ts'
import { draw, examine } from '../doctor/examine.ts'
import { doctorToken } from '../http/seen-request.ts'
import { CommandError, withServersDatabase } from './connect.ts'

const usage = 'npm run doctor -- [--mail <address>] [--sms <number>]'

await withServersDatabase(async (database, config, databaseUrl) => {
  const { mail, sms } = read()
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
    row => process.stdout.write(`${draw(row)}\n`),
  )
  const count = (state: string) => rows.filter(row => row.state === state).length
  process.stdout.write(`\n${count('ok')} ok, ${count('wrong')} wrong, ${count('not tried')} not tried\n`)
  if (count('wrong') > 0) process.exitCode = 1
})

function read() {
  try {
    return parseArgs({ options: { mail: { type: 'string' }, sms: { type: 'string' } } }).values
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`)
  }
}

async function askOperator(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
