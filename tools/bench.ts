import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `npm run bench [-- NAME...]`: every question of bench/, or those named, one at a time; a file's first line is its question. */
const folder = fileURLToPath(new URL('../bench/', import.meta.url))
const named = process.argv.slice(2)
const questions = readdirSync(folder).filter(
  file => file.endsWith('.ts') && readFileSync(folder + file, 'utf8').startsWith('// '),
)
let [asked, failed] = [0, 0]
for (const file of questions.toSorted()) {
  if (named.length > 0 && !named.some(name => file.includes(name))) continue
  const [question = ''] = readFileSync(folder + file, 'utf8').split('\n')
  asked++
  process.stdout.write(`\n${file}: ${question.slice(3)}\n`)
  if (spawnSync(process.execPath, [folder + file], { stdio: 'inherit' }).status !== 0) failed++
}
if (asked === 0) process.stderr.write(`bench/ has no question named ${named.join(', ')}\n`)
process.exitCode = failed > 0 || asked === 0 ? 1 : 0
