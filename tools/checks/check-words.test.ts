import { expect, test } from 'vitest'
import { checkWords, replacedWords } from './check-words.ts'

const glossary = `
| word | meaning |
|---|---|
| \`issue\` | a list |

| word | meaning | instead of |
|---|---|---|
| \`Cache\` | kept values | \`Kettle\`, \`pots\` |
| idle | nothing | |
`

test('replaced words are those in the third column of the glossary’s tables', () => {
  expect(replacedWords(glossary)).toEqual(['Kettle', 'pots'])
})

test('a replaced word is reported once per file, but not if it is in a comment or part of a longer name', () => {
  const files = [
    { path: 'a.ts', text: 'new Kettle(new Kettle())\n// Kettle\nconst KettleNot = 1' },
    { path: 'b.ts', text: 'new Cache()' },
  ]
  expect(checkWords(files, replacedWords(glossary))).toEqual(['a.ts: Kettle is replaced by docs/words.md'])
})

test('no source uses a word that docs/words.md replaces', () => {
  expect(checkWords()).toEqual([])
})
