import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'finlist-watched-'))
const prices = join(folder, 'HKEX', 'prices')
beforeAll(() => {
  mkdirSync(prices, { recursive: true })
  for (const path of [folder, join(folder, 'HKEX'), prices]) chmodSync(path, 0o777)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the errors in the settings, as reported to a user to whom file permissions apply (not root). */
function linesOf(env: Record<string, string>): string[] {
  const config = new URL('../../src/config.ts', import.meta.url).href
  const script = `const { readConfig } = await import('${config}')
try { readConfig(${JSON.stringify(env)}); console.log('[]') } catch ({ lines }) { console.log(JSON.stringify(lines)) }`
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    ...nobody,
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as string[]
}

test('a watched folder that cannot be written to is refused at startup, with the command that fixes it', {
  tags: ['slow'],
}, () => {
  expect(linesOf({ INCOMING_DIR: folder, MOVERS_DROP_DIR: folder })).toEqual([])
  chmodSync(prices, 0o555)
  expect(linesOf({ INCOMING_DIR: folder })).toEqual([
    `INCOMING_DIR: ${prices} cannot be written to (EACCES), where files are moved once they are loaded; give it to the server's user: chown -R finlist ${folder}`,
  ])
  chmodSync(prices, 0o777)
  chmodSync(folder, 0o555)
  expect(linesOf({ MOVERS_DROP_DIR: folder })[0]).toMatch(`MOVERS_DROP_DIR: ${folder} cannot be written to (EACCES)`)
  chmodSync(folder, 0o777)
})
