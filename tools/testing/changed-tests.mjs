// Selects the unit, API and component tests that a change can affect. Must be valid for Node 20.
import { changedSince, projectTexts } from './changed-files.mjs'
import { importGraph, reachedFrom } from './import-graph.mjs'

const server = 'apps/server/src/'
const locales = 'apps/web/src/i18n/locales/'
/**
 * Files that combine all features or all uploads. Their imports are not followed: if they were, every test would depend
 * on every file.
 */
const composition =
  /^apps\/server\/src\/(app|routes|main|boot\/(services|job-registry|start-background|prepare[\w-]*|payment-provider|serve-identity|run-server)|market-data\/import\/importers)\.ts$|^packages\/contract\/src\/imports\.ts$/
/** Files that start a server: their imports do not show what a test depends on. */
const fixtures =
  /^apps\/server\/test\/(\w+\/)?(test-server|test-sandbox|crashing-server|server-process|sandbox-process|own-program)\.ts$/
/** Code that every call passes through. */
const base = /^apps\/server\/src\/(db|http|auth|boot|notifications|background)\/|^apps\/server\/src\/[^/]+$/
const above = /^apps\/server\/src\/(features|demo|commands|doctor)\//
/** Files that every test depends on. */
const ground = /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig[^/]*\.json)$/
const testFile = /\.test\.tsx?$|\.(soak|fault)\.ts$/

/**
 * Of the given test files, those that the files changed since `ref` can affect. Reports changes that affect most tests.
 */
export function testsToRun(files, ref, tell = console.log) {
  const { tests, wide } = testsTouched(changedSince(ref), projectTexts())
  if (wide.length > 0) tell(`Most tests run: ${wide.join(', ')} can affect all of the server or of the project.`)
  return files.filter(file => tests.has(file))
}

/** `tests`: the tests that the changed files can affect; `wide`: the changed files that affect most tests. */
export function testsTouched(changed, texts) {
  const graph = importGraph(texts)
  const files = [...texts.keys()]
  const sees = new Map(files.filter(file => testFile.test(file)).map(test => [test, reachedFrom([test], graph, isCut)]))
  const underEveryCall = reachedFrom(files.filter(isBase), graph, (from, to) => isCut(from, to) || above.test(to))
  const features = featuresOf(texts, graph)
  const tests = new Set()
  const wide = []
  const choose = isTouched => {
    for (const [test, seen] of sees) if (isTouched(seen, test)) tests.add(test)
  }
  for (const file of changed) {
    const named = new Set([file, ...mentioning(file, texts)])
    choose(seen => [...named].some(it => seen.has(it)))
    if (ground.test(file)) choose(() => true)
    if (file.startsWith(locales)) choose(isShown(file, texts))
    const touched = features.filter(({ sees, speaks }) =>
      (file.startsWith('packages/contract/') ? speaks : sees).has(file),
    )
    const calls = new Set(touched.flatMap(feature => feature.calls))
    choose((seen, test) => test.startsWith('apps/server/test/') && callsIn(seen, texts).some(call => calls.has(call)))
    const isWide =
      underEveryCall.has(file) || composition.test(file) || /^apps\/server\/src\/(demo|db|workers)\//.test(file)
    if (isWide) choose(seen => [...seen].some(path => fixtures.test(path)))
    if (isWide || ground.test(file)) wide.push(file)
  }
  return { tests, wide }
}

const isBase = file => base.test(file) && !composition.test(file)

function isCut(from, to) {
  return (
    composition.test(from) ||
    composition.test(to) ||
    (fixtures.test(from) && to.startsWith(server)) ||
    to.startsWith(locales)
  )
}

/**
 * For each feature of the server: the files that it reaches through imports (`sees`), the files that it reaches without
 * passing through another folder of the server (`speaks`), and the calls that it serves.
 */
function featuresOf(texts, graph) {
  const byName = new Map()
  for (const [file, text] of texts) {
    const [, name] = /^apps\/server\/src\/features\/([^/]+)\//.exec(file) ?? []
    if (!name) continue
    const { files, calls } = byName.get(name) ?? { files: [], calls: [] }
    const served = Array.from(text.matchAll(/\bserve\(\s*\w+,\s*(\w+)/g), ([, call]) => call)
    byName.set(name, { files: [...files, file], calls: [...calls, ...served] })
  }
  const isRoom = file => file.startsWith(server) && !file.startsWith(`${server}features/`)
  return Array.from(byName.values(), ({ files, calls }) => ({
    sees: reachedFrom(files, graph, isCut),
    speaks: reachedFrom(files, graph, (from, to) => isCut(from, to) || isRoom(to)),
    calls,
  }))
}

/** The names from the contract that a server test and its helpers import. */
function callsIn(seen, texts) {
  return [...seen].flatMap(file =>
    file.startsWith('apps/server/test/') && !fixtures.test(file)
      ? (texts.get(file).match(/(?<=import (?:type )?\{)[^}]*(?=\} from '@finlist\/contract\/)/g) ?? []).flatMap(
          names => names.match(/\w+/g) ?? [],
        )
      : [],
  )
}

/** Returns a function: whether a test compares all texts, or imports a file that shows texts of `file`. */
function isShown(file, texts) {
  const [, name] = /([\w-]+)\.json$/.exec(file) ?? []
  const shows = new RegExp(name === 'shell' ? 'useTranslation\\(' : `useTranslation\\(\\s*'${name}'`)
  return (seen, test) => test.startsWith('apps/web/src/i18n/') || [...seen].some(path => shows.test(texts.get(path)))
}

/** The tests and tools that name a file without importing it, for example because they start it or read it. */
function mentioning(file, texts) {
  const name = file.split('/').slice(-2).join('/')
  return Array.from(texts, ([path, text]) => (!path.includes('/src/') && text.includes(name) ? path : '')).filter(
    Boolean,
  )
}
