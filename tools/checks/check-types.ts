import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../source-files.ts'
import { toolOutput } from '../tool-output.ts'

/** The shape of each JSON file when the types were last checked, by path. */
type Shapes = Record<string, string>

/** The compiler's output; empty without type errors. */
export function checkTypes(folder = root, projects = ['.', 'apps/web']): Promise<string> {
  forgetStaleResults(folder)
  return toolOutput('typescript/bin/tsc', ['-b', ...projects], folder)
}

/**
 * When a JSON file gets or loses a key, TypeScript 7.0.2 rechecks the files that import it but not those that see its
 * type through them: fixed errors remain, and new ones are missed. Projects that read such a file are therefore checked
 * from scratch.
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
 * Whether the project may read the file. True too often rather than too rarely: for any file of that name, and any new
 * file in the project's folder.
 */
function reads(project: string, results: string, path: string): boolean {
  const name = path.replace(/^.*\/src\//, '/src/')
  return project === '.' || path.startsWith(`${project}/`) || textOf(results).includes(name)
}

/** The keys and kinds of values of a JSON file: new wording of a text changes no type. */
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
