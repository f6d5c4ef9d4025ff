// `npm test [PATTERN...]`: checks, unit and API tests, the web build and the browser tests. All of it runs whatever
// fails, and the last line counts. With patterns it runs only the test files whose path contains one of them.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { readyNode, root, seconds, teller } from './toolchain.mjs'
import { buildWeb } from './web-build.mjs'

const patterns = process.argv.slice(2)
const tell = teller(process.stdout)
const node = readyNode(tell)
const stories = existsSync(join(root, 'e2e')) ? readdirSync(join(root, 'e2e'), { recursive: true }) : []
const toBrowse = stories.some(file => file.endsWith('.spec.ts') && isWanted(`e2e/${file}`))
const browser = toBrowse ? chromium(node, tell) : ''

// The operator's own settings must not reach the tests: their database would be the real one.
const settings = readFileSync(join(root, 'apps/server/src/config.ts'), 'utf8').matchAll(/^ {2}([A-Z_]+):/gm)
const withheld = new Set(['NODE_ENV', ...Array.from(settings, ([, name]) => name)])
const neutral = Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.has(name)))

const folder = mkdtempSync(join(tmpdir(), 'finlist-test-'))
const counts = { passed: 0, failed: 0, skipped: 0 }
/** Told again at the end: what a long run printed in its middle is far away, or was cut off. */
const failures = []
let running
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true
    // A terminal has sent its Ctrl-C to the child as well.
    if (signal !== 'SIGINT') running?.kill(signal)
  })
}

if (!patterns.length)
  await part(
    'Checks',
    ['tools/check.ts'],
    report => ({ FINLIST_REPORT: report }),
    sum => sum,
  )
await part('Unit and API tests', vitest(join(folder, 'Unit and API tests.json')), () => ({}), sumOfVitest)
if (toBrowse && !interrupted) {
  if (buildWeb(node, tell)) await browse()
  else miss('The web client was not built, so that the browser tests did not run.')
}
rmSync(folder, { recursive: true, force: true })
if (interrupted) miss('The run was interrupted.')
if (!counts.passed && !counts.failed) miss(`No test ${patterns.length ? 'file matches' : 'ran'}.`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map(name => `  ✗ ${name}`).join('\n')}`)
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed ? 1 : 0)

function isWanted(file) {
  return !patterns.length || patterns.some(pattern => file.includes(pattern))
}

function vitest(report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...reporters, ...patterns]
}

/** Against the production build, with a port and data of its own. */
async function browse() {
  const data = join(folder, 'data')
  mkdirSync(data)
  // As root the database runs as another user, who has to get in.
  for (const path of [folder, data]) chmodSync(path, 0o755)
  const env = { CHROMIUM_PATH: browser, E2E_PORT: String(await freePort()), E2E_DATA_DIR: data }
  const args = ['node_modules/playwright/cli.js', 'test', '--reporter=list,json', ...patterns]
  await part('Browser tests', args, report => ({ ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }), sumOfPlaywright)
}

/** One program that runs tests and leaves a report; without a report it has crashed, and that is a failure. */
async function part(name, args, envFor, sumOf) {
  if (interrupted) return
  const since = performance.now()
  const report = join(folder, `${name}.json`)
  console.log(`\n${name}`)
  running = spawn(node, args, {
    cwd: root,
    env: { ...neutral, ...envFor(report) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const status = await new Promise(resolve => running.on('exit', (code, signal) => resolve(code ?? signal)))
  let sum = { passed: 0, failed: 0, skipped: 0, names: [] }
  try {
    sum = sumOf(JSON.parse(readFileSync(report, 'utf8')))
    if (status !== 0 && !sum.failed) miss(`${name}: every test passed, but the run ended with ${status}.`)
  } catch {
    miss(`${name}: the run ended with ${status} and without a report.`)
  }
  for (const kind of Object.keys(counts)) counts[kind] += sum[kind]
  failures.push(...sum.names)
  console.log(`${name}: ${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped in ${seconds(since)}`)
}

/** What went wrong beside the tests counts as a failed one. */
function miss(what) {
  counts.failed++
  failures.push(what)
  console.log(`\n✗ ${what}`)
}

function sumOfVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  // A file that cannot even be loaded has no tests that could fail.
  const broken = testResults.filter(file => file.status === 'failed' && !file.assertionResults.length)
  const failed = testResults.flatMap(file => file.assertionResults.filter(({ status }) => status === 'failed'))
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    names: [...failed.map(({ fullName }) => fullName), ...broken.map(({ name }) => name)],
  }
}

function sumOfPlaywright({ stats, errors, suites }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    names: [...failedSpecs(suites), ...errors.map(({ message }) => message)],
  }
}

function failedSpecs(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `e2e/${file}:${line} ${title}`),
    ...failedSpecs(inner),
  ])
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
