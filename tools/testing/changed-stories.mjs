// Which stories a change can have touched. Node 20 has to understand this file.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../toolchain.mjs'

/** Features that stories of other names go through. */
const storiesNamed = {
  account: ['account', 'gate', 'newcomer', 'second-factor', 'secrets'],
  admin: ['upload', 'config-forms', 'game-levels', 'admin-users', 'messages', 'trend-proposal'],
  billing: ['subscribe', 'checkout', 'dashboard-billing', 'card-client'],
  chart: ['chart', 'simulator'],
  shareholding: ['shareholding', 'kinds'],
  users: ['admin-users'],
}

/** The stories that the files changed since `ref` can affect: all of them when that is not known. */
export function storiesToRun(stories, ref) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')]
  return stories.filter(story => changed.some(file => touches(file, story)))
}

/** Whether a change of the file can be seen by the story; both from the root of the project. */
export function touches(file, story) {
  if (/^(docs|deploy|bench)\/|\.md$|\.test\.tsx?$|^apps\/[^/]+\/test\//.test(file)) return false
  if (/^e2e\/.*\.spec\.ts$/.test(file)) return file === story
  if (/^e2e\//.test(file)) return imports(story, basename(file))
  const [, feature] = /^apps\/(?:web|server)\/src\/features\/([^/]+)\//.exec(file) ?? []
  if (!feature) return true
  const names = storiesNamed[feature] ?? [feature]
  return names.some(name => basename(story).includes(name))
}

/** Directly or through another file of the stories. */
function imports(from, name, seen = new Set()) {
  if (seen.has(from)) return false
  seen.add(from)
  const text = readFileSync(join(root, from), 'utf8')
  const names = Array.from(text.matchAll(/from '\.\/([\w.-]+\.ts)'/g), ([, found]) => found)
  return names.includes(name) || names.some(found => imports(`e2e/${found}`, name, seen))
}
