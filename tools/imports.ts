import { dirname, join, relative, resolve } from 'node:path'
import { root } from './source-files.ts'

/** What a file imports, as it is written there. */
export function importsOf(text: string): string[] {
  const patterns = /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g
  return [...withoutComments(text).matchAll(patterns)].map(([, from, bare]) => from ?? bare ?? '')
}

/** The path of ours that the name stands for, or nothing for a package from outside. */
export function targetOf(path: string, name: string): string | undefined {
  if (name.startsWith('.')) return relative(root, resolve(root, dirname(path), name))
  const [, home, rest = ''] = /^@finlist\/([^/]+)\/?(.*)$/.exec(name) ?? []
  if (!home) return undefined
  return join(home === 'server' || home === 'web' || home === 'pay-sandbox' ? 'apps' : 'packages', home, 'src', rest)
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
