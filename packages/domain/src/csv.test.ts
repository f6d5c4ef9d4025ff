import { expect, it } from 'vitest'
import { csvText } from './csv.ts'

it('a CSV file has one line per row, CRLF line ends, and empty cells for null', () =>
  expect(
    csvText([
      ['a', 'b'],
      [1.5, null],
    ]),
  ).toBe('a,b\r\n1.5,\r\n'))

it.each([
  ['plain', 'plain'],
  ['a, "b"', '"a, ""b"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
  ['-1+1', "'-1+1"],
  ['=a,b', `"'=a,b"`],
  ['-12.50', '-12.50'],
  [-3, '-3'],
])('%j is written into a CSV file as %s', (value, written) => expect(csvText([[value]])).toBe(`${written}\r\n`))
