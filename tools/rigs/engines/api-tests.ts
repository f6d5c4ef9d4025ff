import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '../../../apps/server/src/environment.ts'
import { root } from '../../source-files.ts'
import { type Report, summaryOf } from './test-summary.ts'

/**
 * Timeout of a test or hook, in ms. It is meant only for tests that hang: on a busy machine these database engines can
 * take several times as long as usual.
 */
const mostMs = 900_000

/**
 * Runs the API tests, or those whose path contains a pattern, on the database server that `env` names. The server must
 * have the template database. Prints the outcome and returns the exit code.
 */
export async function runApiTests(patterns: readonly string[], env: Record<string, string>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-api-tests-'))
  const report = join(folder, 'report.json')
  // The operator's own settings must not reach the tests.
  const withheld = new Set(Object.keys(environment.shape))
  const neutral = Object.entries(process.env).filter(([name]) => !withheld.has(name) && !name.startsWith('SOURCE_'))
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server']
  args.push(`--testTimeout=${mostMs}`, `--hookTimeout=${mostMs}`)
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  const child = spawn(process.execPath, [...args, ...patterns], {
    cwd: root,
    env: { ...Object.fromEntries(neutral), TEST_COMPILE_CACHE: join(folder, 'compiled'), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  const text = await readFile(report, 'utf8').catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
  if (text) process.stdout.write(`${summaryOf(JSON.parse(text) as Report).join('\n')}\n`)
  return code ?? 1
}
