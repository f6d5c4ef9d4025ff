import { readFileSync } from 'node:fs'
import { bashCompletion, commandHelp, commands, isCommand } from './commands.ts'

/**
 * The operator's single command, `finlist <command>`. It is the same on a machine, in a container and in a checkout.
 * Exit codes: 0 done, 1 failed, 2 wrong arguments.
 */
const [name = 'help', ...rest] = process.argv.slice(2)

if (name === '--version' || name === '-v') print(version())
else if (name === 'completion') print(bashCompletion())
else if (name === 'help' || name === '--help' || name === '-h') {
  const [about] = rest
  if (about === undefined) print(commandHelp())
  else if (isCommand(about)) await run(about, ['--help'])
  else refuse(about)
} else if (isCommand(name)) await run(name, rest)
else refuse(name)

/** Sets process.argv as if the command's program had been started directly. */
async function run(command: keyof typeof commands, typed: string[]) {
  process.argv = [process.argv[0]!, process.argv[1]!, ...typed]
  await commands[command].load()
}

function refuse(word: string) {
  process.stderr.write(`finlist ${word}: no such command\n\n${commandHelp()}\n`)
  process.exitCode = 2
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

function version(): string {
  const file = new URL('../../../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
