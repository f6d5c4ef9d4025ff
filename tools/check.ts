import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { checkArithmetic } from './check-arithmetic.ts'
import { checkAudit } from './check-audit.ts'
import { checkImports } from './check-imports.ts'
import { checkLocales } from './check-locales.ts'
import { checkLock } from './check-lock.ts'
import { checkWords } from './check-words.ts'
import { lint } from './lint.ts'
import { root } from './source-files.ts'
import { type TestRecord, writeRecords } from './testing/records.mjs'

/** `npm run check`: everything that is wrong with the sources and can be seen without running them. */
type Check = { name: string; faults: () => string | Promise<string> }

const types = run('typescript/bin/tsc', ['-b', '.', 'apps/web'])
const checks: Check[] = [
  { name: 'types', faults: () => types },
  { name: 'format', faults: () => run('@biomejs/biome/bin/biome', ['ci', '--colors=off', '--log-level=error']) },
  { name: 'imports', faults: () => checkImports().join('\n') },
  { name: 'arithmetic', faults: () => checkArithmetic().join('\n') },
  { name: 'words', faults: () => checkWords().join('\n') },
  { name: 'lock', faults: () => checkLock().join('\n') },
  { name: 'locales', faults: () => checkLocales().join('\n') },
  { name: 'security table', faults: () => run('../tools/security-table.ts', ['--check']) },
  { name: 'call map', faults: () => run('../tools/call-map.ts', ['--check']) },
  { name: 'audit', faults: audit },
  { name: 'lint', faults: () => types.then(lint) },
]

/** Two at a time: each of the outside tools already uses more than one core. */
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

/** The tool's output when it fails, else nothing. */
function run(file: string, args: string[]): Promise<string> {
  return new Promise(resolve => {
    const options = { cwd: root, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 50_000_000 }
    execFile(process.execPath, [join(root, 'node_modules', file), ...args], options, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}`.trim() || error.message : ''),
    )
  })
}

function audit(): string {
  const { faults, made } = checkAudit()
  if (!made) console.log('  - audit                    not made: no list of known faults within reach')
  return faults.join('\n')
}
