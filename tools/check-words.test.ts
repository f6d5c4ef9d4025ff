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

test('the words a glossary replaces are those of its third column', () => {
  expect(replacedWords(glossary)).toEqual(['Kettle', 'pots'])
})

test('reports a replaced word once per file; ignores comments and longer names', () => {
  const files = [
    { path: 'a.ts', text: 'new Kettle(new Kettle())\n// Kettle\nconst KettleNot = 1' },
    { path: 'b.ts', text: 'new Cache()' },
  ]
  expect(checkWords(files, replacedWords(glossary))).toEqual(['a.ts: Kettle is replaced by docs/words.md'])
})

test('docs/words.md replaces words, none of which our sources use', () => {
  expect(checkWords()).toEqual([])
})
