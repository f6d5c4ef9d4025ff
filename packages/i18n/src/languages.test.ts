import { describe, expect, it } from 'vitest'
import { inLanguage, isLanguage, languageFor } from './languages.ts'

describe('the best language for a list of preferred tags', () => {
  it.each([
    [['zh-HK', 'en'], 'zh'],
    [['zh-Hans-CN;q=0.9'], 'zh'],
    [['zh_HK.UTF-8'], 'zh'],
    [['C.UTF-8', 'en_GB'], 'en'],
    [['fr', ' EN-us;q=0.8', 'zh'], 'en'],
    [['fr', 'de'], undefined],
    [['zhx', 'enx'], undefined],
    [['toString', 'constructor'], undefined],
    [[], undefined],
  ] as const)('the best language for the preferred tags %j is %s', (tags, language) =>
    expect(languageFor(tags)).toBe(language),
  )
})

it('supported languages are recognised', () => {
  expect(['en', 'zh', 'fr', '', 'toString', undefined].filter(isLanguage)).toEqual(['en', 'zh'])
})

describe('a name in two languages', () => {
  it.each([
    ['zh', { en: 'Bank', zh: '銀行' }, '銀行'],
    ['en', { en: 'Bank', zh: '銀行' }, 'Bank'],
    ['zh', { en: 'Bank', zh: '' }, 'Bank'],
    ['zh', { en: 'Bank', zh: null }, 'Bank'],
    ['en', { en: '', zh: '銀行' }, ''],
    ['en', { en: '', zh: '' }, ''],
  ] as const)('shown in %s, from %j, is %s', (language, texts, expected) =>
    expect(inLanguage(language, texts)).toBe(expected),
  )
})
