import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, targetOf } from './imports.ts'
import { root, sourceFiles } from './source-files.ts'
import { toolOutput } from './tool-output.ts'

/**
 * Stores, for each path that had no faults at the last check, a hash of that file and of our declarations that it
 * imports.
 */
const memory = join(root, 'node_modules/.finlist-lint.json')
/** Files that affect the linter's result for every file. */
const ground = ['.oxlintrc.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json']

/**
 * The linter's output; empty if there are no faults. A file is checked again only if it, or one of our declarations
 * that it imports, has changed, because the linter's rules use types. Must run after the type check, whose declarations
 * it reads.
 */
export async function lint(): Promise<string> {
  const now = fingerprints()
  const good = remembered()
  const changed = Object.keys(now).filter(path => good[path] !== now[path])
  if (changed.length === 0) return ''
  const faults = await toolOutput('oxlint/bin/oxlint', ['--type-aware', '--quiet', '--format=unix', ...changed])
  if (!faults) writeFileSync(memory, JSON.stringify(now))
  return faults
}

function fingerprints(): Record<string, string> {
  const scripts = globSync(['tools/*.{mjs,d.mts}', '{apps,packages}/*/{src,public}/**/*.js'], { cwd: root })
  const texts = new Map([...sourceFiles(), ...scripts].map(path => [path, readFileSync(join(root, path), 'utf8')]))
  const imported = new Map(Array.from(texts, ([path, text]) => [path, oursIn(path, text, texts)]))
  const declared = new Map(Array.from(texts, ([path, text]) => [path, declarationsOf(path) ?? text]))
  const base = ground.map(path => readFileSync(join(root, path), 'utf8'))
  return Object.fromEntries(
    Array.from(texts.keys(), path => {
      const hash = createHash('sha256').update(base.join('\0'))
      for (const file of reachedFrom(path, imported))
        hash.update(`${file}\0${file === path ? texts.get(file) : declared.get(file)}\0`)
      return [path, hash.digest('base64url')]
    }),
  )
}

/**
 * The declarations of a file, as seen by the files that import it; undefined for files without written declarations,
 * such as those of the web client and tests.
 */
function declarationsOf(path: string): string | undefined {
  const [, home, rest] = /^((?:apps|packages)\/[^/]+)\/(src\/.*)\.ts$/.exec(path) ?? []
  if (!home) return undefined
  try {
    return readFileSync(join(root, home, '.types', `${rest}.d.ts`), 'utf8')
  } catch {
    return undefined
  }
}

function oursIn(path: string, text: string, texts: Map<string, string>): string[] {
  return importsOf(text)
    .map(name => targetOf(path, name))
    .flatMap(target => (target ? [target, `${target}.ts`] : []))
    .filter(target => texts.has(target))
}

function reachedFrom(path: string, imported: Map<string, string[]>): string[] {
  const reached = new Set([path])
  for (const file of reached) for (const next of imported.get(file) ?? []) reached.add(next)
  return [...reached].toSorted()
}

function remembered(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(memory, 'utf8')) as Record<string, string>
  } catch {
    return {}
  }
}
