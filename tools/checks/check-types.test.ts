import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../source-files.ts'
import { checkTypes } from './check-types.ts'

describe('the type check of a screen that uses a JSON file’s keys through another file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'finlist-types-'))
  const texts = (...keys: string[]) => put('apps/web/src/en.json', Object.fromEntries(keys.map(key => [key, 'text'])))
  const check = () => checkTypes(folder, ['apps/web'])

  beforeAll(() => {
    put('apps/web/tsconfig.json', {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        emitDeclarationOnly: false,
        incremental: true,
        noEmit: true,
        tsBuildInfoFile: '.types/tsconfig.tsbuildinfo',
      },
      include: ['src'],
    })
    put(
      'apps/web/src/texts.ts',
      `import type en from './en.json'
       type Texts = { en: typeof en }
       export const translation = <F extends keyof Texts>(file: F) => (key: keyof Texts[F]) => file + String(key)`,
    )
    put(
      'apps/web/src/screen.ts',
      `import { translation } from './texts.ts'
       export const screen: string = translation('en')('title')`,
    )
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  test('fails each time a key is removed, and passes each time it is restored', async () => {
    for (const _ of [1, 2]) {
      texts('title', 'other')
      expect(await check()).toBe('')
      texts('other')
      expect(await check()).toContain(`Argument of type '"title"' is not assignable`)
    }
  })

  test('fails while the file is missing, and passes once it exists', async () => {
    rmSync(join(folder, 'apps/web/src/en.json'))
    expect(await check()).toContain("Cannot find module './en.json'")
    texts('title')
    expect(await check()).toBe('')
  })

  function put(path: string, content: string | object): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
})
