import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

const shipped = sourceFiles().filter(file => /^(apps|packages)\/[^/]+\/src\//.test(file) && !/\.test\.tsx?$/.test(file))
const having = (word: RegExp, files = shipped) =>
  files.filter(file => word.test(readFileSync(join(root, file), 'utf8')))
const onServer = shipped.filter(file => /^(apps\/server|packages\/identity)\//.test(file))

test('no text becomes markup or code: nothing is written as HTML, and nothing is evaluated', () => {
  expect(shipped.length).toBeGreaterThan(500)
  expect(having(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\b/)).toEqual([])
  expect(having(/\beval\(|new Function\(|node:vm\b/)).toEqual([])
})

test('no program is started through a shell', () => {
  expect(having(/node:child_process/, onServer)).not.toEqual([])
  expect(
    having(/\bexec(Sync)?\(\s*['"`]|shell: true|import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/),
  ).toEqual([])
})

test('secrets and signatures are made by node:crypto: no Math.random, no broken hash, no unverified certificate', () => {
  expect(having(/Math\.random/, onServer)).toEqual([])
  expect(having(/['"`](md5|sha1|md4|rc4|des|des-ede3)['"`]/i)).toEqual([])
  expect(having(/aes-\d+-ecb|rejectUnauthorized: false/i)).toEqual([])
  // The server refuses to start if this variable is set; config.ts checks that.
  expect(having(/NODE_TLS_REJECT_UNAUTHORIZED/i)).toEqual(['apps/server/src/config.ts'])
})
