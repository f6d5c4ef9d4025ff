// `npm run test:stress [-- PATTERN...] [--times N] [--busy N]`: runs `npm test` several times in a row while other
// processes keep the CPU busy: everything twice, or the files whose path contains a pattern ten times. Reports which
// tests failed and how often, which are the slowest, and whose time varies most.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRecords } from './testing/records.mjs'
import { root } from './toolchain.mjs'
import { usage } from './usage.mjs'

usage(import.meta.filename, process.argv.slice(2))
const shown = 12
const { values, positionals: patterns } = parseArgs({
  options: { times: { type: 'string' }, busy: { type: 'string', default: '2' } },
  allowPositionals: true,
})
const times = Number(values.times ?? (patterns.length > 0 ? 10 : 2))
const loops = Array.from({ length: Number(values.busy) }, () => spawn(process.execPath, ['-e', 'for (;;);']))
const endLoops = () => loops.forEach(loop => void loop.kill('SIGKILL'))
process.on('exit', endLoops)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

const folder = mkdtempSync(join(tmpdir(), 'finlist-stress-'))
const tests = new Map()
const rounds = []
let isSound = true
for (let round = 1; round <= times; round++) {
  const file = join(folder, `${round}.json`)
  const since = performance.now()
  const status = await once(['tools/test.mjs', ...patterns], { FINLIST_RECORDS: file })
  const records = status === 0 || status === 1 ? readRecords(file) : []
  const failed = records.filter(({ state }) => state === 'failed').length
  if (status !== 0) isSound = false
  rounds.push(
    `round ${round}: ${records.length - failed} passed, ${failed} failed, ended with ${status} after ${((performance.now() - since) / 60_000).toFixed(1)} min, load ${loadavg()[0].toFixed(1)}`,
  )
  for (const { name, ms, state } of records) {
    const test = tests.get(name) ?? { name, ms: [], failed: 0 }
    test.ms.push(ms)
    if (state === 'failed') test.failed++
    tests.set(name, test)
  }
}
endLoops()
rmSync(folder, { recursive: true, force: true })

const most = ({ ms }) => Math.max(...ms)
const spread = ({ ms }) => Math.max(...ms) - Math.min(...ms)
tell(
  'Failed',
  [...tests.values()].filter(({ failed }) => failed > 0),
  ({ failed, ms }) => `${failed} of ${ms.length}`,
)
tell('Slowest', top(most), test => `${(most(test) / 1_000).toFixed(1)} s`)
if (times > 1)
  tell(
    'Vary most',
    top(spread),
    ({ ms }) => `${(Math.min(...ms) / 1_000).toFixed(1)} to ${(Math.max(...ms) / 1_000).toFixed(1)} s`,
  )
console.log(`\n${rounds.join('\n')}`)
process.exitCode = isSound ? 0 : 1

function top(by) {
  return [...tests.values()].toSorted((one, other) => by(other) - by(one)).slice(0, shown)
}

function tell(what, found, figure) {
  if (found.length > 0)
    console.log(`\n${what}\n${found.map(test => `  ${figure(test).padStart(16)}  ${test.name}`).join('\n')}`)
}

function once(args, env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise(resolve => child.on('exit', (code, signal) => resolve(code ?? signal)))
}
