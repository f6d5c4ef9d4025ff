import { dirname, join, relative, resolve } from 'node:path'
import { root } from './source-files.ts'

/** The import specifiers of a file, as written. */
export function importsOf(text: string): string[] {
  const patterns = /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g
  return [...withoutComments(text).matchAll(patterns)].map(([, from, bare]) => from ?? bare ?? '')
}

const apps = new Set(['server', 'web', 'pay-sandbox', 'data-sandbox'])

/** The file of ours that the specifier refers to; undefined for an external package. */
export function targetOf(path: string, name: string): string | undefined {
  if (name.startsWith('.')) return relative(root, resolve(root, dirname(path), name))
  const [, home, rest = ''] = /^@finlist\/([^/]+)\/?(.*)$/.exec(name) ?? []
  if (!home) return undefined
  return join(apps.has(home) ? 'apps' : 'packages', home, 'src', rest)
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
