import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * `npm run bench [-- NAME... [ARGS]]`: runs the named benchmarks of bench/ one at a time, or, without a name, those
 * that run every night. Benchmarks assert ratios, never absolute times. The first comment of each file says what it
 * measures.
 */
const nightly = [
  'alerts',
  'breadth',
  'chart',
  'finder',
  'finlist',
  'first-row',
  'import',
  'interactions',
  'learn-worlds',
  'load',
  'pages',
]
const typed = process.argv.slice(2)
const fileOf = (name: string) => fileURLToPath(new URL(`../bench/${name}.ts`, import.meta.url))
const isName = (word: string) => /^[a-z]/.test(word)
const unknown = typed.filter(word => isName(word) && !existsSync(fileOf(word)))
if (unknown.length > 0) {
  process.stderr.write(`bench/ has no ${unknown.join(', ')}\n`)
  process.exit(1)
}
const names = typed.filter(isName)
const args = typed.filter(word => !isName(word))
let failed = 0
for (const name of names.length > 0 ? names : nightly) {
  process.stdout.write(`\n${name}: ${questionOf(readFileSync(fileOf(name), 'utf8'))}\n`)
  if (spawnSync(process.execPath, [fileOf(name), ...args], { stdio: 'inherit' }).status !== 0) failed++
}
process.exitCode = failed > 0 ? 1 : 0

function questionOf(text: string): string {
  return (/^(?:\/\/ (.*)|\/\*\n \* (.*))/.exec(text) ?? []).slice(1).find(Boolean) ?? ''
}
