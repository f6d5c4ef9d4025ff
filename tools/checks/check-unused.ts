import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutComments } from '../imports.ts'
import { root, sourceFiles } from '../source-files.ts'
import { toolOutput } from '../tool-output.ts'

/** The imports and exports of the sources at the time when knip last found no faults. */
const memory = join(root, 'node_modules/.finlist-unused')

/** Knip's output: unused files, exports and dependencies. Knip is skipped if no import or export has changed since. */
export async function checkUnused(): Promise<string> {
  const now = fingerprint()
  if (now === remembered()) return ''
  const faults = await toolOutput('knip/bin/knip.js', ['--no-progress', '--no-config-hints'])
  if (!faults) writeFileSync(memory, now)
  return faults
}

/**
 * The part of a file that can affect other files: its imports and exports, or the whole file if it imports whole
 * modules.
 */
export function outsideOf(text: string): string {
  const code = withoutComments(text)
  if (/\bimport\s*(\*|\()|\bimport\.meta\b|\bnew URL\(/.test(code)) return code
  return (code.match(/\b(import|export)\b[^'"`;=(]*(['"][^'"\n]+['"])?/g) ?? []).join('\n')
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const scripts = globSync('tools/**/*.mjs', { cwd: root })
  for (const path of [...sourceFiles(), ...scripts]) hash.update(`${path}\0${outsideOf(textOf(path))}\0`)
  const configuration = ['knip.json', 'package.json', ...globSync('{apps,packages}/*/package.json', { cwd: root })]
  for (const path of configuration) hash.update(textOf(path))
  return hash.digest('base64url')
}

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function remembered(): string {
  try {
    return readFileSync(memory, 'utf8')
  } catch {
    return ''
  }
}
