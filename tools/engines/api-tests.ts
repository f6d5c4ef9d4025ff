import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '../../apps/server/src/environment.ts'
import { root } from '../source-files.ts'

/** Runs the API tests (those whose path contains a pattern) on a server with the template; answers how they ended. */
export async function runApiTests(patterns: readonly string[], env: Record<string, string>): Promise<number> {
  const compiled = await mkdtemp(join(tmpdir(), 'finlist-compiled-'))
  // The operator's own settings must not reach the tests.
  const withheld = new Set(Object.keys(environment.shape))
  const neutral = Object.entries(process.env).filter(([name]) => !withheld.has(name) && !name.startsWith('SOURCE_'))
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...patterns], {
    cwd: root,
    env: { ...Object.fromEntries(neutral), TEST_COMPILE_CACHE: compiled, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  await rm(compiled, { recursive: true, force: true })
  return code ?? 1
}
