// Lists the changed files and reads the current sources. Must be valid for Node 20.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../toolchain.mjs'

/** The paths of the files that differ from `ref`, whether committed or not. */
export function changedSince(ref) {
  return [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')]
}

/** The content of every source file, by its path from the root. */
export function projectTexts() {
  const kinds = ['ts', 'tsx', 'mjs', 'mts', 'js', 'css', 'json'].map(kind => `*.${kind}`)
  return new Map(git('ls-files', '-co', '--exclude-standard', ...kinds).flatMap(read))
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 50_000_000 }).split('\n').filter(Boolean)
}

/** Undefined for a deleted file that git still lists. */
function read(path) {
  try {
    return [[path, readFileSync(join(root, path), 'utf8')]]
  } catch {
    return []
  }
}
