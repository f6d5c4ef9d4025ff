// npm test [-- PATTERN...] [--shard 1/4] [--changed [--since REF]] [--watch]
//   runs the checks, the tests that are not tagged slow and the stories tagged @core; with patterns, every test of the
//   files whose path contains one of them; with --changed, the tests that changes since the last commit, or since REF,
//   can affect
// npm run test:full [-- --rest | --slow] [--shard 1/4]
//   runs every test; with --rest, those that npm test leaves out; with --slow, the tests of npm test three times on a
//   quiet machine, to find those that should be tagged slow
//
// A failure does not stop the run; its end reports failures, time per group, the slowest tests and the count.
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
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { asked } from './testing/asked.mjs'
import { storiesToRun } from './testing/changed-stories.mjs'
import { testsToRun } from './testing/changed-tests.mjs'
import { putTemporaryFilesInMemory } from './testing/memory-folder.mjs'
import { lostToCrash, readRecords, withSecondRun } from './testing/records.mjs'
import { mayHaveSlowTests } from './testing/slow-files.mjs'
import { copyStoryData, loadStoryData } from './testing/story-data.mjs'
import { fastBudgets, medians, summarise, unmarkedSlow } from './testing/summary.mjs'
import { readyNode, root, seconds, teller } from './toolchain.mjs'
import { usage } from './usage.mjs'
import { buildWeb } from './web-build.mjs'

usage(import.meta.filename, process.argv.slice(2))
const wanted = wantedOrExit()
putTemporaryFilesInMemory()
const tell = teller(process.stdout)
const node = readyNode(tell, { installs: true })
const stories = wanted.runsStories ? filesOf('e2e', /\.spec\.ts$/) : []
const toBrowse = wanted.changed ? storiesToRun(stories, wanted.since) : stories
const testFiles = ['packages', 'apps', 'tools'].flatMap(folder => filesOf(folder, /\.test\.tsx?$/))
const affected = wanted.changed ? testsToRun(testFiles, wanted.since) : testFiles
// Loading the other files, to find that they have no slow test, would take half a minute.
const toTest = wanted.tests === 'rest' ? affected.filter(mayHaveSlowTests) : affected
/** Matches test files that need a browser. */
const openBrowsers = /\.browser\.test\.tsx$|\/card-client\.test\.ts$/
const browser = toBrowse.length > 0 || toTest.some(file => openBrowsers.test(file)) ? chromium(node, tell) : ''

// The operator's own settings must not reach the tests: with them, the tests would use the real database.
const settings = readFileSync(join(root, 'apps/server/src/environment.ts'), 'utf8').matchAll(/^ {2}([A-Z_]+):/gm)
const withheld = new Set(['NODE_ENV', ...Array.from(settings, ([, name]) => name)])
const neutral = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !withheld.has(name) && !name.startsWith('SOURCE_')),
)

const folder = mkdtempSync(join(tmpdir(), 'finlist-test-'))
const began = performance.now()
const all = []
const wallMs = {}
let running
/** Crashes of the runtime during tests, each with its last output. */
const crashes = []
let lastWords = ''
/** @type {Promise<boolean> | undefined} */
let preparing
const interruption = new AbortController()
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true
    interruption.abort()
    // On Ctrl-C, the terminal has already sent the signal to the child.
    if (signal !== 'SIGINT') running?.kill(signal)
  })
}

if (wanted.watch) {
  await run(['node_modules/vitest/vitest.mjs', 'watch', ...wanted.patterns], { CHROMIUM_PATH: browser }, 'inherit')
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}
if (wanted.runsChecks) await part('Checks', ['tools/check.ts'], { group: 'checks' })
if (wanted.slow) await findSlow()
else if (toTest.length > 0) await part('Unit, API and component tests', vitest(), { env: vitestEnv() })
if (toBrowse.length > 0 && !interrupted) {
  if (await (preparing ?? build())) await browse()
  else miss('The web client was not built, so that the browser tests did not run.')
}
await preparing
rmSync(folder, { recursive: true, force: true })
if (interrupted) miss('The run was interrupted.')
if (!all.length && !wanted.changed && !wanted.rest) miss(`No test ${wanted.patterns.length ? 'file matches' : 'ran'}.`)
if (process.env.FINLIST_RECORDS) writeFileSync(process.env.FINLIST_RECORDS, JSON.stringify(all))
const isWhole = wanted.tests === 'fast' && !wanted.changed && !wanted.shard
const isSound = summarise(all, {
  cores: availableParallelism(),
  wallMs,
  budgets: isWhole ? fastBudgets : undefined,
  crashes,
  tookMs: performance.now() - began,
})
process.exit(isSound ? 0 : 1)

function wantedOrExit() {
  try {
    return asked(process.argv.slice(2))
  } catch ({ message }) {
    console.error(message)
    process.exit(2)
  }
}

function filesOf(under, ending) {
  return readdirSync(join(root, under), { recursive: true })
    .filter(file => ending.test(file) && !file.includes('node_modules/'))
    .map(file => `${under}/${file}`)
    .filter(file => !wanted.patterns.length || wanted.patterns.some(pattern => file.includes(pattern)))
}

function vitest(files = toTest === testFiles ? wanted.patterns : toTest, among = shard()) {
  const filter = tagsFilter() ? [`--tags-filter=${tagsFilter()}`] : []
  const reporter = '--reporter=./tools/testing/vitest-reporter.ts'
  return ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', reporter, ...filter, ...among, ...files]
}

function vitestEnv() {
  return { CHROMIUM_PATH: browser, ...(tagsFilter() && { FINLIST_TAGS: tagsFilter() }) }
}

function tagsFilter() {
  return { fast: '!slow', rest: 'slow', all: undefined }[wanted.tests]
}

function shard() {
  return wanted.shard ? [`--shard=${wanted.shard}`] : []
}

/** Runs the tests of `npm test` three times; a test that is not tagged slow fails if its median is too long. */
async function findSlow() {
  const rounds = []
  for (let round = 1; round <= 3 && !interrupted; round++) {
    await part(`Unit, API and component tests, round ${round} of 3`, vitest(), { env: vitestEnv() })
    rounds.push(all.splice(0))
  }
  all.push(...medians(rounds))
  for (const test of unmarkedSlow(all)) {
    test.errors = [...(test.errors ?? []), `Median ${(test.ms / 1_000).toFixed(1)} s: make it faster or tag it slow.`]
    test.state = 'failed'
  }
}

/** Builds the web client. Prints the build's output once it has ended. */
function build() {
  const said = []
  return buildWeb(node, teller({ write: text => said.push(text) })).finally(() => process.stdout.write(said.join('')))
}

/** Builds the web client and loads the stories' data while other tests run; returns whether the web client is built. */
async function prepare() {
  if (!(await build())) return false
  await fillStoryFolder().catch(error =>
    console.log(`\nThe data of the browser tests were not loaded: ${error.message}`),
  )
  return true
}

/** Loads the stories' data. If FINLIST_STORY_DATA names a folder, the first run leaves a copy there for later runs. */
async function fillStoryFolder() {
  const data = storyFolder()
  const kept = process.env.FINLIST_STORY_DATA
  if (kept && existsSync(kept)) return await copyStoryData(kept, data)
  await loadStoryData(node, { folder: data, port: await freePort(), env: neutral, signal: interruption.signal })
  if (kept && !interrupted) await copyStoryData(data, kept)
}

function storyFolder() {
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true })
  // When the tests run as root, the database runs as another user, who needs access to these folders.
  for (const path of [folder, data]) chmodSync(path, 0o755)
  return data
}

/** Runs the browser tests against the production build, with their own port and data folder. */
async function browse() {
  const data = storyFolder()
  const env = { CHROMIUM_PATH: browser, E2E_PORT: String(await freePort()), E2E_DATA_DIR: data }
  const grep = { fast: ['--grep=@core'], rest: ['--grep-invert=@core'], all: [] }[wanted.stories]
  const reporter = '--reporter=./tools/testing/story-reporter.ts'
  const args = ['node_modules/playwright/cli.js', 'test', '--pass-with-no-tests', reporter]
  await part('Browser tests', [...args, ...grep, ...shard(), ...toBrowse], { env, group: 'stories' })
}

/** Runs a test program that writes records. If it writes none, it has crashed, which counts as a failure. */
async function part(name, args, { env = {}, group } = {}) {
  if (interrupted) return
  const since = performance.now()
  const file = join(folder, `${name}.json`)
  console.log(`\n${name}`)
  const status = await run(args, { ...env, FINLIST_RECORDS: file })
  if (group) wallMs[group] = performance.now() - since
  try {
    const first = readRecords(file)
    const lost = lostToCrash(first)
    const records = (lost.length ? await runAgain(first, lost) : first).map(record => ({ group, ...record }))
    all.push(...records)
    const count = state => records.filter(record => record.state === state).length
    if (status !== 0 && count('failed') === 0 && lost.length === 0)
      miss(`${name}: every test passed, but the run ended with ${status}.`)
    const sums = `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`
    console.log(`${name}: ${sums} in ${seconds(since)}`)
  } catch {
    miss(`${name}: the run ended with ${status} and wrote no records.`)
  }
}

/** Runs the files whose process crashed a second time, on their own, and replaces their records with the new ones. */
async function runAgain(records, files) {
  const told = records.filter(({ isDeath }) => isDeath).flatMap(({ errors = [] }) => errors)
  crashes.push(`The runtime crashed under ${files.join(', ')}; its tests ran again.`, ...told, lastWords)
  console.log(`\nThe runtime crashed under ${files.join(', ')}: running it again`)
  const file = join(folder, 'again.json')
  await run(vitest(files, []), { ...vitestEnv(), FINLIST_RECORDS: file })
  return withSecondRun(records, files, readRecords(file))
}

async function run(args, env, stdin = 'ignore') {
  const isVitest = args[0].includes('/vitest/')
  const stdio = [stdin, 'inherit', isVitest ? 'pipe' : 'inherit', ...(isVitest ? ['ipc'] : [])]
  running = spawn(node, args, { cwd: root, env: { ...neutral, ...env }, stdio })
  running.stderr?.on('data', bytes => {
    process.stderr.write(bytes)
    const text = String(bytes)
    const fatal = text.search(/^# Fatal error|^FATAL ERROR/m)
    if (fatal >= 0) lastWords = text.slice(fatal, fatal + 4_000)
  })
  // The component tests leave half a core idle, so what the browser tests need is prepared at the same time.
  running.on('message', told => {
    if (told === 'components' && toBrowse.length > 0) preparing ??= prepare()
  })
  return await new Promise(resolve => running.on('exit', (code, signal) => resolve(code ?? signal)))
}

/** Counts a failure outside all tests as a failed test. */
function miss(what) {
  all.push({ name: what, state: 'failed', ms: 0 })
  console.log(`\n✗ ${what}`)
}

/** A port for which the port 1000 above it, which the payment sandbox uses, is free too. */
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
