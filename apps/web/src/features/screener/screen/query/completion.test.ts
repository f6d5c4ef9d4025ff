import { expect, test } from 'vitest'
import { completed, completionAt } from './completion.ts'

const values = { sector: ['Information Technology', 'Financials', 'Industrials'], base: ['CWH', 'FB'] } as Record<
  string,
  string[]
>
const names = {
  labelOf: (name: string) => `Label of ${name}`,
  valuesOf: (name: string) => values[name]?.map(text => ({ text, label: text === 'CWH' ? 'Cup with handle' : text })),
}
const at = (text: string, caret = text.length) => completionAt(text, caret, names)?.found.map(({ insert }) => insert)
const complete = (text: string, caret: number, pick = 0) => {
  const open = completionAt(text, caret, names)!
  return completed(text, open, open.found[pick]!.insert)
}

test('figures whose name begins with the word come before those that contain it', () => {
  expect(at('rs > 90 and sma')).toEqual(['sma20', 'sma50', 'sma150', 'sma200'])
  expect(at('volume')?.slice(0, 2)).toEqual(['volume', 'volumex'])
  expect(at('price > 2 * CHANGE1')).toEqual(['change1d', 'change1w', 'change1m', 'change1y'])
})

test.each([
  '',
  'rs > 90',
  'rs > 90 and',
  'base = "sma',
  'rs > ',
  'zzz',
  'yield',
  'base = FB',
  'base = "FB"',
  'alert = ',
])('nothing completes “%s”', text => {
  expect(at(text)).toBeUndefined()
})

test('nothing is completed within a word', () => {
  expect(at('sma50', 2)).toBeUndefined()
})

test('the figure takes the place of the word, with one space after it', () => {
  expect(complete('rs > 1 and change3', 18)).toEqual({ text: 'rs > 1 and change3m ', caret: 20 })
  expect(complete('change3 > 5', 7)).toEqual({ text: 'change3m > 5', caret: 9 })
  expect(complete('eps > sector(change3)', 20)).toEqual({ text: 'eps > sector(change3m)', caret: 21 })
})

test('after a figure of texts come its values, those that begin with what is typed first', () => {
  expect(at('sector = ')).toEqual(['"Information Technology"', '"Financials"', '"Industrials"'])
  expect(at('rs > 90 and SECTOR = f')).toEqual(['"Financials"', '"Information Technology"'])
  expect(at('sector = "in')).toEqual(['"Information Technology"', '"Industrials"', '"Financials"'])
  expect(at('sector in ("Financials", ind')).toEqual(['"Industrials"'])
  expect(at('base = handle')).toEqual(['"CWH"'])
  expect(at('base = "FB')).toEqual(['"FB"'])
})

test('a value takes the place of what is typed, with its quotes', () => {
  expect(complete('sector = "in" and rs > 1', 12)).toEqual({
    text: 'sector = "Information Technology" and rs > 1',
    caret: 34,
  })
  expect(complete('sector in (fin)', 14)).toEqual({ text: 'sector in ("Financials")', caret: 23 })
  expect(complete('sector = fin', 12)).toEqual({ text: 'sector = "Financials" ', caret: 22 })
})

test.each(['sector(change1m) > ', 'rs = ', 'sector > ', 'top 5 sector'])('“%s” has no values', text => {
  expect(at(text)).toBeUndefined()
})
