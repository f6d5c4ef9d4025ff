import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

/**
 * If a file moves and its pattern does not, the file ends up in another chunk, and chunks may then import each other in
 * a circle.
 */
test('every file named by a chunk of the web client exists', () => {
  const config = readFileSync(join(root, 'apps/web/vite.config.ts'), 'utf8')
  const files = globSync(['apps/web/{*,src/**/*}', 'packages/*/src/**/*'], { cwd: root }).map(file => `/${file}`)
  const named = [...config.matchAll(/(?:test:|=)\s*\/(.+)\/,?$/gm)]
    .flatMap(([, pattern]) => alternatives(pattern!))
    .filter(path => !/node_modules|@tanstack|lucide-react|zod/.test(path))
  expect(named.length).toBeGreaterThan(100)
  const isThere = (path: string) => files.some(file => file.includes(`/${path}`) || file.includes(`/packages/${path}`))
  expect(named.filter(path => !isThere(path))).toEqual([])
})

/** The paths that a chunk's pattern matches. Supports only groups, alternatives, separators and dots. */
function alternatives(pattern: string): string[] {
  const text = pattern.replaceAll(String.raw`[\\/]`, '/').replaceAll(String.raw`\.`, '.')
  let at = 0
  function either(): string[] {
    const all: string[] = []
    for (;;) {
      all.push(...sequence())
      if (text[at] !== '|') return all
      at++
    }
  }
  function sequence(): string[] {
    let all = ['']
    while (at < text.length && text[at] !== '|' && text[at] !== ')') {
      let next = [text[at]!]
      if (text[at++] === '(') {
        next = either()
        at++
      }
      all = all.flatMap(start => next.map(end => start + end))
    }
    return all
  }
  return either()
}
