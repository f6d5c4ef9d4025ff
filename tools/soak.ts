import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../apps/server/test/figure.ts'
import { root } from './source-files.ts'

/**
 * `npm run test:soak [PATTERN...]`: tests the product's guarantees many times, with killed processes, concurrency,
 * faults, events in any order, and load. `npm run test:faults [PATTERN...]`: tests what happens when the environment
 * fails. The parts run one after the other, so that they do not affect each other's times. Prints one table. Counts
 * must meet their limits; times are only shown. `SOAK_RUNS=2 npm run test:soak` is a short form.
 */
type Part = { file: string; runs: number } | { file: 'e2e/' }
const faults: Part[] = [
  { file: 'apps/server/test/db/server-kill.fault.ts', runs: 20 },
  { file: 'apps/server/test/db/database-restart.fault.ts', runs: 1 },
  { file: 'apps/server/test/notifications/mail-dead.fault.ts', runs: 1 },
  { file: 'apps/server/test/db/refused-writes.fault.ts', runs: 1 },
  { file: 'apps/server/test/db/clock-steps.fault.ts', runs: 1 },
  { file: 'apps/server/test/db/workers.fault.ts', runs: 1 },
  { file: 'apps/server/test/http/doors.fault.ts', runs: 1 },
  { file: 'apps/server/test/http/doors-held.fault.ts', runs: 1 },
  { file: 'apps/server/test/faults.soak.ts', runs: 10 },
  { file: 'apps/server/test/data/import-command.test.ts', runs: 100 },
  { file: 'apps/server/test/data/backfill-kill.test.ts', runs: 100 },
  { file: 'apps/server/test/lists/record-kill.test.ts', runs: 100 },
  { file: 'apps/server/test/screens/alerts-kill.test.ts', runs: 100 },
  { file: 'apps/server/test/lists/reconstruct-kill.test.ts', runs: 30 },
  { file: 'apps/server/test/notifications/channels-kill.test.ts', runs: 100 },
  { file: 'apps/server/test/notifications/channels-down.test.ts', runs: 1 },
  { file: 'apps/server/test/auth/gate.test.ts', runs: 1 },
]
const soak: Part[] = [
  { file: 'apps/server/test/billing/payments-kill.test.ts', runs: 20 },
  { file: 'apps/server/test/billing/sandbox-kill.soak.ts', runs: 20 },
  { file: 'apps/server/test/billing/two-servers.soak.ts', runs: 1 },
  { file: 'apps/server/test/billing/any-order.soak.ts', runs: 200 },
  { file: 'apps/server/test/faults.soak.ts', runs: 40 },
  { file: 'apps/server/test/billing/payments-rush.test.ts', runs: 20 },
  { file: 'apps/server/test/load.soak.ts', runs: 1 },
  { file: 'apps/server/test/http/fuzz.soak.ts', runs: 500_000 },
  { file: 'apps/pay-sandbox/test/invariants.test.ts', runs: 10_000 },
  { file: 'e2e/' },
]
type Result = {
  title: string
  status: string
  duration?: number
  meta: { figures?: Figure[] }
  failureMessages: string[]
}
type Line = { name: string; is: string; asked: string; mark: string }

const [suite, ...patterns] = process.argv.slice(2)
const parts = { soak, faults }[suite ?? ''] ?? []
const mostRuns = Number(process.env['SOAK_RUNS'] ?? Infinity)
const wanted = parts.filter(({ file }) => !patterns.length || patterns.some(pattern => file.includes(pattern)))
const folder = mkdtempSync(join(tmpdir(), 'finlist-soak-'))
const began = performance.now()
const lines: Line[] = []
for (const part of wanted) lines.push(...('runs' in part ? await run(part) : [await seeAllLooks()]))
rmSync(folder, { recursive: true, force: true })
print(lines)
process.exitCode = lines.length > 0 && lines.every(({ mark }) => mark !== '✗') ? 0 : 1

/** Runs every accessibility story in both languages and both themes. */
async function seeAllLooks(): Promise<Line> {
  const since = performance.now()
  const child = spawn(process.execPath, ['tools/test.mjs', 'e2e/'], {
    cwd: root,
    env: { ...process.env, E2E_LOOKS: 'all' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    process.stdout.write(text)
    said = (said + text.toString()).slice(-200)
  })
  const [end] = (await once(child, 'close')) as [number | null]
  const [, passed = '0', failed = ''] = /(\d+) passed, (\d+) failed, \d+ skipped\s*$/.exec(said) ?? []
  const isSound = end === 0 && Number(passed) > 0 && failed === '0'
  return {
    name: 'e2e/ in both languages and both themes',
    is: `${passed} passed, ${failed || 'unknown'} failed, ${minutesSince(since)} min`,
    asked: 'all',
    mark: isSound ? '✓' : '✗',
  }
}

async function run({ file, runs }: { file: string; runs: number }): Promise<Line[]> {
  const since = performance.now()
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, file], {
    cwd: root,
    env: { ...process.env, SOAK_RUNS: String(Math.min(runs, mostRuns)) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const end = await new Promise(resolve => child.on('exit', (code, signal) => resolve(signal ?? code)))
  const tests = resultsOf(report)
  const failed = tests.filter(({ status }) => status !== 'passed')
  const isSound = tests.length > 0 && failed.length === 0
  return [
    {
      name: file,
      is: `${tests.length - failed.length} of ${tests.length} tests, ${minutesSince(since)} min${tests.length ? '' : `, ended with ${String(end)}`}`,
      asked: 'all',
      mark: isSound ? '✓' : '✗',
    },
    ...failed.map(({ title }) => ({ name: `  ${title}`, is: 'failed', asked: '', mark: '✗' })),
    ...tests.flatMap(({ meta }) => meta.figures ?? []).map(lineOf),
  ]
}

function minutesSince(since: number): string {
  return ((performance.now() - since) / 60_000).toFixed(1)
}

/** The line of a figure. Only tests that passed report figures, so each figure meets its requirement. */
function lineOf({ name, is, asked = '' }: Figure): Line {
  return { name: `  ${name}`, is, asked, mark: asked && !asked.endsWith('(shown)') ? '✓' : ' ' }
}

function resultsOf(report: string): Result[] {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: Result[] }[]
    }
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  } catch {
    return []
  }
}

function print(table: readonly Line[]): void {
  const width = (of: (line: Line) => string) => Math.max(...table.map(line => of(line).length))
  const [name, is] = [width(line => line.name), width(line => line.is)]
  const [load] = loadavg()
  const minutes = ((performance.now() - began) / 60_000).toFixed(0)
  console.log(
    `\n${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}, load at the end ${load?.toFixed(1)}, ${minutes} min\n`,
  )
  for (const line of table)
    console.log(`${line.mark} ${line.name.padEnd(name)}  ${line.is.padEnd(is)}  ${line.asked}`.trimEnd())
}
