// Selects the stories that a change can affect. Must be valid for Node 20.
import { readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { root } from '../toolchain.mjs'
import { changedSince, projectTexts } from './changed-files.mjs'
import { importGraph, reachedFrom } from './import-graph.mjs'

/** For each feature whose code is also used by stories that are not named after it: the names of all these stories. */
const storiesNamed = {
  account: ['account', 'gate', 'newcomer', 'second-factor', 'secrets'],
  admin: ['upload', 'config-forms', 'game-levels', 'admin-users', 'messages', 'trend-proposal'],
  billing: ['subscribe', 'checkout', 'dashboard-billing', 'card-client'],
  chart: ['chart', 'simulator'],
  education: ['education', 'without-market'],
  fintrainer: ['fintrainer', 'without-market'],
  shareholding: ['shareholding', 'kinds', 'without-market'],
  users: ['admin-users'],
}

/** The stories that the files changed since `ref` can affect. A file that cannot be assigned affects all stories. */
export function storiesToRun(stories, ref) {
  const changed = changedSince(ref)
  const features = featuresBehind(projectTexts())
  return stories.filter(story => changed.some(file => touches(file, story, features)))
}

/** Whether a change to the file can affect the story; both are paths from the root of the project. */
export function touches(file, story, features = new Map()) {
  if (/^(docs|deploy|bench|tools)\/|\.md$|\.test\.tsx?$|^apps\/[^/]+\/test\//.test(file)) return false
  if (/^e2e\/.*\.spec\.ts$/.test(file)) return file === story
  if (/^e2e\//.test(file)) return imports(story, file)
  const own = featureOf(file)
  const touched = own ? [own] : features.get(file)
  if (!touched) return true
  return touched.flatMap(feature => storiesNamed[feature] ?? [feature]).some(name => basename(story).includes(name))
}

/** Maps each file that only features use, such as most of the contract, to those features. */
function featuresBehind(texts) {
  const graph = importGraph(texts)
  const sources = [...texts.keys()].filter(file => /^apps\/(web|server)\/src\//.test(file))
  const everywhere = reachedFrom(
    sources.filter(file => !featureOf(file)),
    graph,
    (_, to) => Boolean(featureOf(to)),
  )
  const found = new Map()
  for (const name of new Set(sources.map(featureOf).filter(Boolean)))
    for (const file of reachedFrom(
      sources.filter(source => featureOf(source) === name),
      graph,
    ))
      if (!everywhere.has(file)) found.set(file, [...(found.get(file) ?? []), name])
  return found
}

function featureOf(file) {
  return /^apps\/(?:web|server)\/src\/features\/([^/]+)\//.exec(file)?.[1]
}

/** Whether a file imports another, directly or through other files of the stories. */
function imports(from, file, seen = new Set()) {
  if (seen.has(from)) return false
  seen.add(from)
  const text = readFileSync(join(root, from), 'utf8')
  const found = Array.from(text.matchAll(/from '(\.[\w./-]+\.ts)'/g), ([, to]) => posix.join(posix.dirname(from), to))
  return found.some(to => to === file || (to.startsWith('e2e/') && imports(to, file, seen)))
}
