import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../source-files.ts'
import { toolOutput } from '../tool-output.ts'

/** The shape of each JSON file at the time of the last type check, by path. */
type Shapes = Record<string, string>

/** The compiler's output; empty if there are no type errors. */
export function checkTypes(folder = root, projects = ['.', 'apps/web']): Promise<string> {
  forgetStaleResults(folder)
  return toolOutput('typescript/bin/tsc', ['-b', ...projects], folder)
}

/**
 * When a key is added to or removed from a JSON file, TypeScript 7.0.2 rechecks the files that import the JSON file,
 * but not the files that see its type through other files: fixed errors remain and new ones are missed. The stored
 * results of projects that read a changed JSON file are therefore removed, so that these projects are checked from
 * scratch.
 */
function forgetStaleResults(folder: string): void {
  const memory = join(folder, '.types/json-shapes.json')
  const before = shapesIn(memory)
  const now = Object.fromEntries(
    globSync('{apps,packages}/*/src/**/*.json', { cwd: folder }).map(path => [path, shape(join(folder, path))]),
  )
  const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(path => before[path] !== now[path])
  if (changed.length === 0) return
  for (const project of ['.', ...globSync('{apps,packages}/*', { cwd: folder })]) {
    const results = join(folder, project, '.types/tsconfig.tsbuildinfo')
    if (changed.some(path => reads(project, results, path))) rmSync(results, { force: true })
  }
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(memory, JSON.stringify(now))
}

/**
 * Whether the project may read the JSON file. Errs on the side of true: it also returns true for another file of that
 * name, and for any file in the project's own folder.
 */
function reads(project: string, results: string, path: string): boolean {
  const name = path.replace(/^.*\/src\//, '/src/')
  return project === '.' || path.startsWith(`${project}/`) || textOf(results).includes(name)
}

/** The keys of a JSON file and the types of its values. Rewording a text does not change its shape. */
function shape(path: string): string {
  const text = readFileSync(path, 'utf8')
  const kindOf = (_: string, value: unknown) => (typeof value === 'object' && value !== null ? value : typeof value)
  try {
    return JSON.stringify(JSON.parse(text), kindOf)
  } catch {
    return text
  }
}

function shapesIn(memory: string): Shapes {
  return JSON.parse(textOf(memory) || '{}') as Shapes
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
