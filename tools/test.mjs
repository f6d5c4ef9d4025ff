// `npm test [-- PATTERN...] [--shard 1/4] [--changed [--since REF]] [--watch]`: checks, unit and API tests, the web build
// and the browser tests. All of it runs whatever fails, and its end tells what failed and counts. With patterns it runs
// only the test files whose path contains one of them; a shard is one part of so many, the checks belong to the first;
// with `--changed` it runs what a change since the last commit, or since REF, can have touched.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from './chromium.mjs'
import { storiesToRun } from './testing/changed-stories.mjs'
import { readRecords, tellFailure } from './testing/records.mjs'
import { readyNode, root, seconds, teller } from './toolchain.mjs'
import { usage } from './usage.mjs'
import { buildWeb } from './web-build.mjs'

usage(import.meta.filename, process.argv.slice(2))
const wanted = asked()
const tell = teller(process.stdout)
const node = readyNode(tell)
const stories = filesOf('e2e', '.spec.ts')
const toBrowse = wanted.watch ? [] : wanted.changed ? storiesToRun(stories, wanted.since) : stories
const browser =
  toBrowse.length > 0 || filesOf('apps/web/src', '.browser.test.tsx').length > 0 ? chromium(node, tell) : ''

// The operator's own settings must not reach the tests: their database would be the real one.
const settings = readFileSync(join(root, 'apps/server/src/environment.ts'), 'utf8').matchAll(/^ {2}([A-Z_]+):/gm)
const withheld = new Set(['NODE_ENV', ...Array.from(settings, ([, name]) => name)])
const neutral = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !withheld.has(name) && !name.startsWith('SOURCE_')),
)

const folder = mkdtempSync(join(tmpdir(), 'finlist-test-'))
const all = []
let running
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true
    // A terminal has sent its Ctrl-C to the child as well.
    if (signal !== 'SIGINT') running?.kill(signal)
  })
}

if (wanted.watch) {
  await run(['node_modules/vitest/vitest.mjs', 'watch', ...wanted.patterns], { CHROMIUM_PATH: browser }, 'inherit')
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}
if (!wanted.patterns.length && wanted.isFirst) await part('Checks', ['tools/check.ts'])
await part('Unit, API and component tests', vitest(), { CHROMIUM_PATH: browser })
if (toBrowse.length > 0 && !interrupted) {
  if (buildWeb(node, tell)) await browse()
  else miss('The web client was not built, so that the browser tests did not run.')
}
rmSync(folder, { recursive: true, force: true })
if (interrupted) miss('The run was interrupted.')
if (!all.length && !wanted.changed) miss(`No test ${wanted.patterns.length ? 'file matches' : 'ran'}.`)
if (process.env.FINLIST_RECORDS) writeFileSync(process.env.FINLIST_RECORDS, JSON.stringify(all))
const failed = all.filter(({ state }) => state === 'failed')
if (failed.length > 0) console.log(`\nFailed:\n\n${failed.map(tellFailure).join('\n\n')}`)
const count = state => all.filter(record => record.state === state).length
console.log(`\n${count('passed')} passed, ${failed.length} failed, ${count('skipped')} skipped`)
process.exit(failed.length > 0 ? 1 : 0)

function asked() {
  const options = {
    shard: { type: 'string' },
    changed: { type: 'boolean' },
    since: { type: 'string', default: 'HEAD' },
    watch: { type: 'boolean' },
  }
  try {
    const { values, positionals: patterns } = parseArgs({ options, allowPositionals: true })
    const [, nth = 0, parts = 0] = /^(\d{1,3})\/(\d{1,3})$/.exec(values.shard ?? '1/1')?.map(Number) ?? []
    if (nth < 1 || nth > parts) throw new Error(`--shard ${values.shard}: one of so many is asked for, like 1/4`)
    return { ...values, patterns, isFirst: nth === 1 }
  } catch ({ message }) {
    console.error(message)
    process.exit(2)
  }
}

function filesOf(under, ending) {
  const files = existsSync(join(root, under)) ? readdirSync(join(root, under), { recursive: true }) : []
  return files
    .filter(file => file.endsWith(ending))
    .map(file => `${under}/${file}`)
    .filter(file => !wanted.patterns.length || wanted.patterns.some(pattern => file.includes(pattern)))
}

function vitest() {
  const changed = wanted.changed ? [`--changed=${wanted.since}`] : []
  const reporter = '--reporter=./tools/testing/vitest-reporter.ts'
  return [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--passWithNoTests',
    reporter,
    ...shard(),
    ...changed,
    ...wanted.patterns,
  ]
}

function shard() {
  return wanted.shard ? [`--shard=${wanted.shard}`] : []
}

/** Runs the browser tests against the production build, with a port and data of its own. */
async function browse() {
  const data = join(folder, 'data')
  mkdirSync(data)
  // As root the database runs as another user, who needs access.
  for (const path of [folder, data]) chmodSync(path, 0o755)
  const env = { CHROMIUM_PATH: browser, E2E_PORT: String(await freePort()), E2E_DATA_DIR: data }
  const reporter = '--reporter=./tools/testing/story-reporter.ts'
  await part('Browser tests', ['node_modules/playwright/cli.js', 'test', reporter, ...shard(), ...toBrowse], env)
}

/** Runs a test program that writes records; without any record it has crashed, which is a failure. */
async function part(name, args, env = {}) {
  if (interrupted) return
  const since = performance.now()
  const file = join(folder, `${name}.json`)
  console.log(`\n${name}`)
  const status = await run(args, { ...env, FINLIST_RECORDS: file })
  try {
    const records = readRecords(file)
    all.push(...records)
    const count = state => records.filter(record => record.state === state).length
    if (status !== 0 && count('failed') === 0) miss(`${name}: every test passed, but the run ended with ${status}.`)
    const sums = `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`
    console.log(`${name}: ${sums} in ${seconds(since)}`)
  } catch {
    miss(`${name}: the run ended with ${status} and told nothing.`)
  }
}

async function run(args, env, stdin = 'ignore') {
  running = spawn(node, args, { cwd: root, env: { ...neutral, ...env }, stdio: [stdin, 'inherit', 'inherit'] })
  return await new Promise(resolve => running.on('exit', (code, signal) => resolve(code ?? signal)))
}

/** A failure beside the tests counts as a failed test. */
function miss(what) {
  all.push({ name: what, state: 'failed', ms: 0 })
  console.log(`\n✗ ${what}`)
}

/** The payment sandbox listens 1000 above. */
async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if ((await isFree(port)) && (await isFree(port + 1000))) return port
  }
}

function isFree(port) {
  return new Promise(resolve => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
