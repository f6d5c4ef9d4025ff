import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from '../source-files.ts'

/** `npm run check -- --write` writes the table of docs/security.md from docs/asvs.json. */

/**
 * A requirement with its id (`V6.2.1`) and exactly one of these: tests, files to read, why it does not apply, what is
 * missing.
 */
type Entry = {
  id: string
  level: 1 | 2
  words: string
  /** Titles of tests: either a full title, or part of one that occurs in only one file. */
  tests?: string[]
  /** Files that show what a test cannot show, as paths from the root. */
  files?: string[]
  /** The reason why the requirement does not apply. */
  because?: string
  unmet?: string
}
export type Standard = {
  chapters: Record<string, string>
  /**
   * The level of each requirement in a section, one digit each. For example, '112' for V2.2 means levels 1, 1 and 2.
   */
  levels: Record<string, string>
  entries: Entry[]
}
/** The titles of the tests in each test file. */
export type Titles = Map<string, string[]>

const kinds = ['tests', 'files', 'because', 'unmet'] as const
type Kind = (typeof kinds)[number]
const names: Record<Kind, string> = {
  tests: 'shown by tests',
  files: 'shown by the sources',
  because: 'do not apply',
  unmet: 'not met',
}

export function titlesOf(source: string): string[] {
  const title =
    /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)/g
  return [...source.matchAll(title)].map(found => (found[1] ?? found[2] ?? found[3] ?? '').replace(/\\(.)/g, '$1'))
}

/** The faults of the list: a missing or duplicate id, a test or a file that does not exist. */
export function faultsOf({ levels, entries }: Standard, titles: Titles, isThere: (path: string) => boolean): string[] {
  const faults: string[] = []
  const wanted = required(levels)
  const seen = new Set<string>()
  for (const entry of entries) {
    const { id, level, tests = [], files = [] } = entry
    if (seen.has(id)) faults.push(`${id}: twice`)
    seen.add(id)
    if (wanted.get(id) !== level) faults.push(`${id}: no requirement of level ${level}`)
    if (kinds.filter(kind => entry[kind]?.length).length !== 1) faults.push(`${id}: one of ${kinds.join(', ')}`)
    for (const part of tests) {
      const holders = filesOf(part, titles).length
      if (holders !== 1) faults.push(`${id}: "${part}" is a title in ${holders} test files`)
    }
    for (const path of files) if (!isThere(path)) faults.push(`${id}: no file ${path}`)
  }
  for (const id of wanted.keys()) if (!seen.has(id)) faults.push(`${id}: missing`)
  return faults
}

function required(levels: Record<string, string>): Map<string, number> {
  const all = Object.entries(levels).flatMap(([section, digits]) =>
    Array.from(digits, (digit, place) => [`${section}.${place + 1}`, Number(digit)] as const),
  )
  return new Map(all.filter(([, level]) => level <= 2))
}

const filesOf = (part: string, titles: Titles) =>
  [...titles].filter(([, some]) => some.some(title => title.includes(part))).map(([file]) => file)

/** The table of every chapter in Markdown, preceded by the counts. */
export function table({ chapters, entries }: Standard, titles: Titles): string {
  const counted = (level: number, kind: Kind) => entries.filter(it => it.level === level && it[kind]).length
  const counts = kinds.map(kind => `| ${names[kind]} | ${counted(1, kind)} | ${counted(2, kind)} |`)
  const parts = Object.entries(chapters).map(([chapter, name]) => {
    const rows = entries.filter(({ id }) => id.startsWith(`${chapter}.`)).map(entry => row(entry, titles))
    return `### ${chapter} ${name}\n\n| id | level | requirement | status |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `| | level 1 | level 2 |\n|---|---|---|\n${counts.join('\n')}\n\n${parts.join('\n')}`
}

function row({ id, level, words, tests, files, because, unmet }: Entry, titles: Titles): string {
  const shown =
    tests?.map(part => `*${part}* (\`${filesOf(part, titles)[0]}\`)`) ?? files?.map(path => `see \`${path}\``)
  const stands = shown?.join('<br>') ?? (because ? `does not apply: ${because}` : `**not met**: ${unmet}`)
  return `| ${id} | ${level} | ${words} | ${stands} |`.replaceAll(/(?<=\S)\|(?=\S)/g, '\\|')
}

const marks = ['<!-- the table: npm run check -- --write -->', '<!-- the table ends -->'] as const

export function between(page: string, made: string): string {
  const [from, to] = marks.map(mark => page.indexOf(mark))
  if (from === undefined || to === undefined || from < 0 || to < from) throw new Error(`no marks ${marks.join(' ')}`)
  return `${page.slice(0, from + marks[0].length)}\n\n${made}\n${page.slice(to)}`
}

if (import.meta.main) {
  const path = join(root, 'docs/security.md')
  const standard = JSON.parse(readFileSync(join(root, 'docs/asvs.json'), 'utf8')) as Standard
  const tests = sourceFiles().filter(file => /\.(test|spec|soak|fault)\.ts$/.test(file))
  const titles: Titles = new Map(tests.map(file => [file, titlesOf(readFileSync(join(root, file), 'utf8'))]))
  const faults = faultsOf(standard, titles, file => existsSync(join(root, file)))
  const page = readFileSync(path, 'utf8')
  const made = between(page, table(standard, titles))
  if (faults.length === 0 && process.argv.includes('--write')) writeFileSync(path, made)
  else if (made !== page) faults.push('docs/security.md is stale: npm run check -- --write')
  process.stderr.write(faults.map(fault => `${fault}\n`).join(''))
  process.exitCode = faults.length > 0 ? 1 : 0
}
