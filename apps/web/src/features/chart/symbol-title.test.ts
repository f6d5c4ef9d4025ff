import { expect, test } from 'vitest'
import { symbolTitle } from './symbol-title.ts'

test.each([
  ['0700', 'Tencent', '0700 Tencent'],
  ['HSI', 'HSI', 'HSI'],
  ['HSI', 'HSI (demo)', 'HSI (demo)'],
  ['A', 'AB Group', 'A AB Group'],
  ['HSI', '', 'HSI'],
  ['HSI', undefined, 'HSI'],
])('the title of symbol %s named %s is %s', (code, name, title) => {
  expect(symbolTitle(code, name)).toBe(title)
})
