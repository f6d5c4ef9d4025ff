import { expect, test } from 'vitest'
import { checkEnglish, prose, proseOfPage } from './check-english.ts'

const linesOf = (path: string, texts: string[]) => texts.map((text, index) => ({ path, line: index + 1, text }))

test('a phrase to avoid is reported in a comment and in a test title, but not in code or a code span', () => {
  const source = [
    "const anew = 'whoever' // Read anew.",
    '/** The name `anew` of a route. */',
    "it('is told once', () => {})",
    " * Stands at the row's end.",
  ].join('\n')
  expect(checkEnglish(linesOf('a.ts', prose(source)))).toEqual([
    'a.ts:1: "anew": again (docs/writing.md)',
    'a.ts:3: "is told": is notified, is reported (docs/writing.md)',
    'a.ts:4: "Stands at": is in, is at (docs/writing.md)',
  ])
})

test('code and URLs in a document are not checked for phrases', () => {
  const page = ['```', 'whoever', '```', '`anew`, [why](beside.md)', 'beside the list, 5 %'].join('\n')
  expect(checkEnglish(linesOf('a.md', proseOfPage(page)))).toEqual([
    'a.md:5: "beside": next to (docs/writing.md)',
    'a.md:5: "5 %": no space before % (docs/writing.md)',
  ])
})

test('no comment, title, document or English text of this repository contains a phrase to avoid', () => {
  expect(checkEnglish()).toEqual([])
})
