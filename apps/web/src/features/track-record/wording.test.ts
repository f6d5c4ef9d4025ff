import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Words that would give advice or make a promise. Variable names in braces are not checked. */
const refused = {
  en: /\b(buy now|sell(s|ing)?|recommend\w*|guarantee\w*|beat(s|ing)? the market|outperform\w*|will rise|sure to|profit|winner|AI)\b/i,
  zh: /立即買|馬上買|賣出|沽出|推薦|建議|保證|跑贏|必升|將會上升|看升|穩賺|人工智能/,
}

const read = (language: string, file: string): [string, string][] =>
  Object.entries(
    JSON.parse(readFileSync(new URL(`../../i18n/locales/${language}/${file}.json`, import.meta.url), 'utf8')),
  )

describe.each(Object.entries(refused))('the texts about a record and a reconstruction in %s', (language, words) => {
  const past = read(language, 'picking').filter(([key]) => key === 'past' || key.startsWith('past.'))
  const texts = [...read(language, 'track-record'), ...past]

  it.each(texts)('give no advice and promise nothing: %s', (_, text) =>
    expect(text.replaceAll(/\{\{\w+\}\}/g, '')).not.toMatch(words),
  )

  it('are all covered by this test', () => {
    expect(past.length).toBeGreaterThan(10)
    expect(texts.length).toBeGreaterThan(110)
  })

  it('never state a difference without its interval', () => {
    const means = read(language, 'track-record').filter(([, text]) => /\{\{(mean|size)\}\}/.test(text))
    expect(means.length).toBeGreaterThan(4)
    const bare = means.filter(([, text]) => !text.includes('{{low}}') || !text.includes('{{high}}'))
    expect(bare.map(([key]) => key)).toEqual([])
  })
})

it('the check of the track record’s texts matches the words that it lists', () => {
  expect('it will rise').toMatch(refused.en)
  expect('Sell at the target').toMatch(refused.en)
  expect('建議買入').toMatch(refused.zh)
})
