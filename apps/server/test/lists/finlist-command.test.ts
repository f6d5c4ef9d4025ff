import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commands } from '../../src/commands/commands.ts'

const entry = fileURLToPath(new URL('../../src/commands/finlist.ts', import.meta.url))
const finlist = (...typed: string[]) => spawnSync(process.execPath, [entry, ...typed], { encoding: 'utf8' })

test('without arguments, and with help or --help, finlist lists every command and exits with 0', () => {
  for (const typed of [[], ['help'], ['--help']]) {
    const { status, stdout } = finlist(...typed)
    expect(status).toBe(0)
    for (const name of Object.keys(commands)) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
  }
})

test('an unknown command exits with 2 and is reported, followed by the list of commands', () => {
  for (const typed of [['mend'], ['help', 'mend'], ['constructor']]) {
    const { status, stdout, stderr } = finlist(...typed)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(`finlist ${typed.at(-1)}: no such command`)
    expect(stderr).toContain('  doctor ')
  }
})

test('help and --help of each command print its usage, which begins with its name', { tags: ['slow'] }, async () => {
  const run = promisify(execFile)
  const usages = await Promise.all(
    Object.keys(commands).map(async name => ({
      name,
      said: (await run(process.execPath, [entry, 'help', name])).stdout,
    })),
  )
  for (const { name, said } of usages) expect(said).toMatch(new RegExp(`^finlist ${name}\\b`))
  expect(finlist('sign-out', '--help').stdout).toBe(usages.find(({ name }) => name === 'sign-out')?.said)
})

test('a wrong argument of a command exits with 2 and prints the error and the usage', () => {
  const { status, stderr } = finlist('user', 'not-an-address')
  expect(status).toBe(2)
  expect(stderr).toMatch(/^not-an-address: neither an e-mail address nor an account number\n\nfinlist user /)
})

test('--version prints the version of the release', () => {
  expect(finlist('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('bash completes commands with the output of `completion`', () => {
  const script = `${finlist('completion').stdout}
COMP_WORDS=(finlist re); COMP_CWORD=1; _finlist; echo "\${COMPREPLY[*]}"
COMP_WORDS=(finlist help ba); COMP_CWORD=2; _finlist; echo "\${COMPREPLY[*]}"`
  expect(spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout).toBe('reconstruct restore\nbackfill backup\n')
})
