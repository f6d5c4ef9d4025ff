import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { methodValues } from './values.ts'

/** Words that would give advice or make a promise. */
const refused = {
  en: /\b(buy now|sell(s|ing)?|recommend\w*|guarantee\w*|beat(s|ing)? the market|will rise|sure to|profit|winner|AI)\b/i,
  zh: /立即買|馬上買|賣出|沽出|推薦|建議(買|沽|賣)|保證|跑贏|必升|將會上升|看升|穩賺|人工智能/,
}

const read = (language: string, file = 'method'): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../i18n/locales/${language}/${file}.json`, import.meta.url), 'utf8'))

describe.each(Object.entries(refused))('the texts of the method in %s', (language, words) => {
  const texts = read(language)

  it.each(Object.entries(texts))('give no advice and promise nothing: %s', (_, text) => expect(text).not.toMatch(words))

  it('contain no number except the method’s own', () => {
    const known = new Set(Object.keys(methodValues))
    const drawn = ['base', 'length', 'depth', 'count']
    // Counts that the server's response fills in.
    const counted = ['walks', 'blocks', 'real', 'weeks', 'markets']
    const named = [
      ...Object.values(texts)
        .join()
        .matchAll(/\{\{(\w+)\}\}/g),
    ].map(([, name]) => name!)
    expect(named.filter(name => !known.has(name) && ![...drawn, ...counted].includes(name))).toEqual([])
    expect(named.length).toBeGreaterThan(80)
  })
})

describe.each(Object.entries(refused))('the texts about a list, its picks and the models in %s', (language, words) => {
  const made = Object.entries(read(language, 'finlist')).filter(([key]) => key.startsWith('made.'))
  const texts = ['why', 'model', 'outlook'].flatMap(file => Object.entries(read(language, file))).concat(made)

  it.each(texts)('give no advice and promise nothing: %s', (_, text) => expect(text).not.toMatch(words))

  it('never state an error or a skill without its margin', () => {
    const figures = Object.entries(read(language, 'model')).filter(
      ([, text]) => text.includes('%}}') || /\}\}%/.test(text),
    )
    // The target and the stop of the outcome rule.
    expect(figures.map(([key]) => key)).toEqual(['came', 'drift.what_one', 'drift.what_other'])
  })

  it('are all covered by this test', () => {
    expect(made).toHaveLength(3)
    expect(texts.length).toBeGreaterThan(200)
  })
})

it('the check of the method’s texts matches the words that it lists', () => {
  expect('we recommend it').toMatch(refused.en)
  expect('buy now').toMatch(refused.en)
  expect('保證上升').toMatch(refused.zh)
})
