import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutComments } from '../imports.ts'
import { root, sourceFiles } from '../source-files.ts'

/** A line for each text of the web client whose key appears in no source file, either literally or in a template. */
export function checkUnusedTexts(): string[] {
  const sources = sourceFiles().filter(
    path => /^(apps\/web|packages\/[\w-]+)\/src\//.test(path) && !path.includes('.test.'),
  )
  const files = globSync('apps/web/src/i18n/locales/en/*.json', { cwd: root }).toSorted()
  const keysOf = (path: string) => Object.keys(JSON.parse(textOf(path)) as object)
  const unused = new Set(unusedKeys(files.flatMap(keysOf), sources.map(textOf)))
  return files.flatMap(path =>
    keysOf(path).flatMap(key => (unused.has(key) ? [`${path}: ${key} is used nowhere`] : [])),
  )
}

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function unusedKeys(keys: string[], sources: string[]): string[] {
  const named = new Set<string>()
  const beginnings = new Set<string>()
  const endings = new Set<string>()
  for (const text of sources.map(withoutComments)) {
    for (const [, quoted, property] of text.matchAll(/['"`]([\w.:-]+)['"`]|\b([\w-]+)\??:/g))
      named.add(quoted ?? property!)
    for (const [, beginning] of text.matchAll(/`([\w.-]+)\$\{/g)) beginnings.add(beginning!)
    for (const [, ending] of text.matchAll(/`\$\{[^`{}]*\}([\w.-]+)`/g)) endings.add(ending!)
  }
  const takesTwo = sources.some(text => /`\$\{[^`{}]*\}\.\$\{[^`{}]*\}`/.test(text))
  return keys.filter(key => {
    const whole = key.replace(/_(one|other)$/, '')
    const [, first = '', second = ''] = /^([^.]+)\.(.+)$/.exec(whole) ?? []
    const isMadeOfTwo = takesTwo && named.has(first) && (named.has(second) || Number(second) >= 0)
    return !(
      named.has(whole) ||
      isMadeOfTwo ||
      [...beginnings].some(beginning => whole.startsWith(beginning)) ||
      [...endings].some(ending => whole.endsWith(ending))
    )
  })
}
