import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const where = (name: string) =>
  execFileSync(process.execPath, [join(root, 'tools/where.ts'), name], { encoding: 'utf8' })

test.each(['market', 'upload', 'column', 'language', 'study', 'message', 'job', 'topic', 'call', 'form'])(
  '`where %s` names existing files',
  kind => {
    const files = where(kind).trim().split('\n')
    expect(files.at(-1)).toBe('docs/recipes.md')
    expect(files.filter(file => !existsSync(join(root, file)))).toEqual([])
  },
)

test('`where` follows a call from its contract to its screens', () => {
  const files = where('finListStocks').trim().split('\n')
  expect(files[0]).toMatch(/^packages\/contract\/src\/finlist\.ts:\d+ {2}export const finListStocks = call/)
  expect(files).toContainEqual(expect.stringMatching(/^apps\/web\/src\/features\/finlist\/queries\.ts:\d+ {2}import /))
})

test('`where` lists the texts that contain the word, between the code and the tests', () => {
  const files = where('dispute').trim().split('\n')
  const place = (path: string) => files.findIndex(line => line.startsWith(path))
  expect(place('apps/server/src/texts/en.json:')).toBeGreaterThan(place('apps/server/src/payments/'))
  expect(place('apps/server/test/')).toBeGreaterThan(place('apps/web/src/i18n/locales/en/dashboard.json:'))
  expect(place('apps/server/src/payments/')).toBeGreaterThanOrEqual(0)
  expect(place('apps/web/src/i18n/locales/en/dashboard.json:')).toBeGreaterThan(0)
})

test('every file that the recipes name exists, unless a recipe adds it', () => {
  const added = /closings\.ts$/
  const named = [...readFileSync(join(root, 'docs/recipes.md'), 'utf8').matchAll(/`((?:apps|packages)\/[^`\s]+)`/g)]
  const paths = named.map(([, path]) => path!).filter(path => !added.test(path))
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
})
