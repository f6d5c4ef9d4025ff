import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const inPackages = new Set(['web', 'contract', 'domain', 'i18n', 'src', 'node_modules', 'v4', 'mini', 'icons'])

/** A pattern that names a folder that has moved leaves its modules to other chunks, which may then load in a circle. */
test('every folder that a chunk of the web client is made of exists', () => {
  const config = readFileSync(join(root, 'apps/web/vite.config.ts'), 'utf8')
  const ours = new Set(
    ['apps/web/src', ...['contract', 'domain', 'i18n'].map(name => `packages/${name}/src`)]
      .flatMap(folder => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      .flatMap(entry => (entry.isDirectory() ? [entry.name] : [])),
  )
  const named = [...config.matchAll(/(?:\(([\w@|-]+)\)|([\w@-]+))\[\\\\\/\]/g)].flatMap(([, several, one]) =>
    (several ?? one!).split('|'),
  )
  const isThere = (name: string) =>
    ours.has(name) || inPackages.has(name) || existsSync(join(root, 'node_modules', name))
  expect(named.length).toBeGreaterThan(50)
  expect([...new Set(named)].filter(name => !isThere(name))).toEqual([])
})
