import { expect, test } from 'vitest'
import { between, faultsOf, type Standard, table, titlesOf } from './security-table.ts'

const standard: Standard = {
  chapters: { V1: 'Encoding' },
  levels: { 'V1.1': '213' },
  entries: [
    { id: 'V1.1.1', level: 2, words: 'decoded once', tests: ['reads a|b'] },
    { id: 'V1.1.2', level: 1, words: 'encoded last', unmet: 'nothing does' },
  ],
}
const titles = new Map([['a.test.ts', ['reads a|b in one go']]])
const everywhere = () => true

test('titles of tests are found whatever their quotes and form', () => {
  const source = `it('says "no"', () => {})\ntest.each([1])(\n  "what's %s", n => n)\ndescribe(\`all\`, f)\nit('it\\'s', f)`
  expect(titlesOf(source)).toEqual(['says "no"', "what's %s", 'all', "it's"])
})

test('a complete list of requirements has no fault', () => expect(faultsOf(standard, titles, everywhere)).toEqual([]))

test('requirements that are missing, repeated or of the wrong level are reported, as are files that do not exist', () => {
  const [first, second] = standard.entries as [Standard['entries'][number], Standard['entries'][number]]
  const faults = (entries: Standard['entries'], known = titles) =>
    faultsOf({ ...standard, entries }, known, () => false).join('; ')
  expect(faults([first])).toBe('V1.1.2: missing')
  expect(faults([first, second, second])).toBe('V1.1.2: twice')
  expect(faults([first, { ...second, level: 2 }])).toBe('V1.1.2: no requirement of level 2')
  expect(faults([first, { id: 'V1.1.2', level: 1, words: 'x' }])).toContain('V1.1.2: one of')
  expect(faults([first, { ...second, because: 'both' }])).toContain('V1.1.2: one of')
  expect(faults([first, { id: 'V1.1.2', level: 1, words: 'x', files: ['gone.ts'] }])).toBe('V1.1.2: no file gone.ts')
  expect(faults(standard.entries, new Map())).toBe('V1.1.1: "reads a|b" is a title in 0 test files')
  const twice = new Map([...titles, ['b.test.ts', ['reads a|b too']] as const])
  expect(faults(standard.entries, twice)).toBe('V1.1.1: "reads a|b" is a title in 2 test files')
})

test('the table’s counts and rows replace only the part of the page between the marks', () => {
  const made = table(standard, titles)
  expect(made).toContain('| not met | 1 | 0 |')
  expect(made).toContain('| V1.1.1 | 2 | decoded once | *reads a\\|b* (`a.test.ts`) |')
  const page = 'before\n<!-- the table: npm run check -- --write -->\nold\n<!-- the table ends -->\nafter\n'
  const written = between(page, made)
  expect(written).toMatch(/^before\n[^]*V1\.1\.2[^]*\nafter\n$/)
  expect(written).not.toContain('old')
  expect(between(written, made)).toBe(written)
  expect(() => between('nothing', made)).toThrow('no marks')
})
