// Finds the imports between our files. Must be valid for Node 20.
import { posix } from 'node:path'

/**
 * Maps each path to those of our files that it imports or names by a URL. Imports of types are left out. `texts` maps
 * paths to contents.
 */
export function importGraph(texts) {
  return new Map(Array.from(texts, ([path, text]) => [path, importsOf(path, text, texts)]))
}

/**
 * The files and everything they import, directly or indirectly. An import for which `isCut` returns true is not
 * followed.
 */
export function reachedFrom(files, graph, isCut = () => false) {
  const found = new Set(files)
  for (const file of found) for (const next of graph.get(file) ?? []) if (!isCut(file, next)) found.add(next)
  return found
}

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

const typesAlone = /\b(?:import|export) type\b[^'"`;]*?\bfrom\s*'[^'\n]+'/g
const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)['"`]([^'"`\n]+)['"`]/g
const glob = /\bimport\.meta\.glob[^(]*\(\s*'([^']+)'/g

function importsOf(path, text, texts) {
  const code = withoutComments(text).replace(typesAlone, '')
  const named = Array.from(code.matchAll(specifier), ([, name]) => name)
  const patterns = Array.from(code.matchAll(glob), ([, pattern]) => pattern)
  return [...named.flatMap(name => targetsOf(path, name)), ...patterns.flatMap(it => matching(path, it, texts))].filter(
    target => texts.has(target),
  )
}

const apps = new Set(['server', 'web', 'pay-sandbox', 'data-sandbox'])

function targetsOf(path, name) {
  if (name.startsWith('.')) return [posix.join(posix.dirname(path), name)]
  const [, home, rest] = /^@finlist\/([^/]+)\/(.+)$/.exec(name) ?? []
  if (!home) return []
  const target = `${apps.has(home) ? 'apps' : 'packages'}/${home}/src/${rest}`
  return [target, `${target}.ts`, `${target}.tsx`]
}

/** The files that match a path with one star. */
function matching(path, pattern, texts) {
  const [before, after] = posix.join(posix.dirname(path), pattern).split('*')
  return [...texts.keys()].filter(file => file.startsWith(before) && file.endsWith(after))
}
