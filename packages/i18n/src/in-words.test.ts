import { expect, it } from 'vitest'
import { inWords } from './in-words.ts'

it.each([
  ['en', 'and', 'HK, US and JP'],
  ['en', 'or', 'HK, US or JP'],
  ['zh', 'and', 'HK、US及JP'],
  ['zh', 'or', 'HK、US或JP'],
] as const)('lists in %s with %s', (language, joined, text) =>
  expect(inWords(language, ['HK', 'US', 'JP'], joined)).toBe(text),
)
