import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'finlist-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The value of NODE_EXTRA_CA_CERTS that deploy/finlist passes to Node. */
function authoritiesOf(settings: string): string {
  const path = join(folder, 'finlist.env')
  writeFileSync(path, settings)
  const line = readFileSync(join(root, 'deploy/finlist'), 'utf8').match(/^authorities=.*$/m)?.[0]
  return execFileSync('sh', ['-c', `settings=${path}\n${line}\nprintf %s "$authorities"`], { encoding: 'utf8' })
}

test.each([
  ['bare', 'PORT=4100\nNODE_EXTRA_CA_CERTS=/etc/own.pem\n', '/etc/own.pem'],
  ['in double quotes', 'NODE_EXTRA_CA_CERTS="/etc/own ca.pem"\n', '/etc/own ca.pem'],
  ['in single quotes', "NODE_EXTRA_CA_CERTS='/etc/own.pem'\n", '/etc/own.pem'],
  ['commented out', '# NODE_EXTRA_CA_CERTS=/etc/own.pem\n', ''],
])('the operator command passes on the configured file of certificate authorities: %s', (_, settings, path) => {
  expect(authoritiesOf(settings)).toBe(path)
})
