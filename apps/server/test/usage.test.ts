// @module-tag slow
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { childEnv } from '../../../tools/child-env.ts'
import { root } from '../../../tools/source-files.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
// Scripts that run another command line are not programs of ours.
const programs = Object.entries(scripts)
  .filter(([, line]) => line.startsWith('node '))
  .map(([name, line]) => ({ name, args: line.split(' ').slice(1) }))

const help = (args: string[], flag: string) => {
  // No database is at this address, so a command that connects fails.
  const env = childEnv({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  return spawnSync(process.execPath, [...args, flag], { cwd: root, env, encoding: 'utf8' })
}

it.each(programs)('npm run $name -- --help prints its usage, and does nothing else', ({ name, args }) => {
  const { status, stdout, stderr } = help(args, '--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const isOperators = args.some(arg => arg.startsWith('apps/server/src/commands/'))
  const ofCommand = name === 'finlist' ? '^finlist <command>' : `^finlist ${name}\\b`
  const ofTool = `\\bnpm (run )?(-s )?${name}(?![\\w-]|:\\w)`
  expect(stdout).toMatch(new RegExp(isOperators ? ofCommand : ofTool))
})

it.each(['user', 'where'])('npm run %s -- -h prints the same', name => {
  const { args } = programs.find(program => program.name === name)!
  expect(help(args, '-h')).toMatchObject({ status: 0, stdout: help(args, '--help').stdout })
})
