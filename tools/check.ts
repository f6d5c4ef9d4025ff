import { checkArithmetic } from './checks/check-arithmetic.ts'
import { checkAudit } from './checks/check-audit.ts'
import { checkCommands } from './checks/check-commands.ts'
import { checkEnglish } from './checks/check-english.ts'
import { checkFolders } from './checks/check-folders.ts'
import { checkImports } from './checks/check-imports.ts'
import { checkLinks } from './checks/check-links.ts'
import { checkLocales } from './checks/check-locales.ts'
import { checkLock } from './checks/check-lock.ts'
import { checkTypes } from './checks/check-types.ts'
import { checkUnused } from './checks/check-unused.ts'
import { checkUnusedTexts } from './checks/check-unused-texts.ts'
import { checkWords } from './checks/check-words.ts'
import { lint } from './lint.ts'
import { type TestRecord, writeRecords } from './testing/records.mjs'
import { toolOutput } from './tool-output.ts'

/**
 * `npm run check`: reports all faults of the sources that can be found without running the product. With `--write` it
 * first writes the files that are generated from the sources: docs/calls.md and the table in docs/security.md.
 */
type Check = { name: string; faults: () => string | Promise<string> }

if (process.argv.includes('--write'))
  for (const file of ['call-map', 'security-table']) {
    const faults = await toolOutput(`../tools/checks/${file}.ts`, ['--write'])
    if (faults) console.log(faults)
  }

const types = checkTypes()
const checks: Check[] = [
  { name: 'types', faults: () => types },
  { name: 'format', faults: () => toolOutput('@biomejs/biome/bin/biome', ['ci', '--colors=off', '--log-level=error']) },
  { name: 'unused', faults: checkUnused },
  { name: 'imports', faults: () => checkImports().join('\n') },
  { name: 'folders', faults: () => checkFolders().join('\n') },
  { name: 'arithmetic', faults: () => checkArithmetic().join('\n') },
  { name: 'words', faults: () => checkWords().join('\n') },
  { name: 'English', faults: () => checkEnglish().join('\n') },
  { name: 'commands', faults: () => checkCommands().join('\n') },
  { name: 'links', faults: () => checkLinks().join('\n') },
  { name: 'lock', faults: () => checkLock().join('\n') },
  { name: 'locales', faults: () => [...checkLocales(), ...checkUnusedTexts()].join('\n') },
  { name: 'security table', faults: () => toolOutput('../tools/checks/security-table.ts', ['--check']) },
  { name: 'call map', faults: () => toolOutput('../tools/checks/call-map.ts', ['--check']) },
  { name: 'audit', faults: audit },
  { name: 'lint', faults: () => types.then(lint) },
]

/** Only two checks run at a time, because each of the external tools already uses more than one core. */
const records: TestRecord[] = []
const waiting = [...checks]
await Promise.all([work(), work()])
writeRecords(records)
process.exitCode = records.some(({ state }) => state === 'failed') ? 1 : 0

async function work(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const since = performance.now()
    const faults = (await check.faults()).trim()
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    records.push({
      name: check.name,
      ms: Number(seconds) * 1_000,
      ...(faults ? { state: 'failed', errors: [faults] } : { state: 'passed' }),
    })
    console.log(`  ${faults ? '✗' : '✓'} ${check.name.padEnd(24)} ${seconds} s${faults ? `\n${faults}\n` : ''}`)
  }
}

function audit(): string {
  const { faults, made } = checkAudit()
  if (!made) console.log('  - audit                    not made: no list of known faults within reach')
  return faults.join('\n')
}
