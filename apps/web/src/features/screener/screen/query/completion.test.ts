import { expect, test } from 'vitest'
import { completed, completionAt } from './completion.ts'

const at = (text: string, caret = text.length) => completionAt(text, caret, name => `Label of ${name}`)?.found

test('figures whose name begins with the word come before those that contain it', () => {
  expect(at('rs > 90 and sma')).toEqual(['sma20', 'sma50', 'sma150', 'sma200'])
  expect(at('volume')?.slice(0, 2)).toEqual(['volume', 'volumex'])
  expect(at('price > 2 * CHANGE1')).toEqual(['change1d', 'change1w', 'change1m', 'change1y'])
})

test.each(['', 'rs > 90', 'rs > 90 and', 'base = "sma', 'rs > ', 'zzz', 'yield'])('nothing completes “%s”', text => {
  expect(at(text)).toBeUndefined()
})

test('nothing is completed within a word', () => {
  expect(at('sma50', 2)).toBeUndefined()
})

test('the figure takes the place of the word, with one space after it', () => {
  const complete = (text: string, caret: number) =>
    completed(text, completionAt(text, caret, name => name)!, 'change3m')
  expect(complete('rs > 1 and chan', 15)).toEqual({ text: 'rs > 1 and change3m ', caret: 20 })
  expect(complete('chan > 5', 4)).toEqual({ text: 'change3m > 5', caret: 9 })
  expect(complete('eps > sector(chan)', 17)).toEqual({ text: 'eps > sector(change3m)', caret: 22 })
})
