import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from '../source-files.ts'

type Pattern = readonly [wrong: RegExp, instead: string]
type Line = { path: string; line: number; text: string }

/** Phrases to avoid, as listed in docs/writing.md, with their replacements. */
const patterns: Pattern[] = [
  [
    /\b(stands?|stood) (in|at|beside|on|under|there|over|before|behind|apart|as|until|where|above|next|first|last)\b/i,
    'is in, is at',
  ],
  [/\b(is|are|was|were|be|been|being) told\b/i, 'is notified, is reported'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bat once\b/i, 'immediately, at the same time'],
  [/\bso many\b/i, 'the number'],
  [/\bof (its|their|his|my|one['’]s) own(?! \w)/i, 'its own, separate'],
  [/(?<![-\w])beside\b(?!\.md)/i, 'next to'],
  [/\bno longer than\b/i, 'at most'],
  [/\bany more\b/i, 'no longer'],
  [/\bbecame of\b/i, 'the outcome of'],
  [/\blately\b/i, 'recently'],
  [/\bseldom\b/i, 'rarely'],
  [/\b(weekly|daily) letters?\b/i, 'e-mail'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bputs? away\b/i, 'dismiss'],
  [/\bload it lazily\b/i, 'lazy-loaded'],
  [/\banswers (how many|whether)\b/i, 'Returns'],
  [/\d %/, 'no space before %'],
]

/** A line for each phrase that docs/writing.md replaces, in comments, test titles, documents and English texts. */
export function checkEnglish(lines = read()): string[] {
  return lines.flatMap(({ path, line, text }) =>
    patterns.flatMap(([wrong, instead]) => {
      const found = wrong.exec(text)
      return found ? [`${path}:${line}: "${found[0]}": ${instead} (docs/writing.md)`] : []
    }),
  )
}

const comment = /^\s*(?:\/\/|\/?\*+)(.*)|\s\/\/\s(.*)/
const title = /\b(?:test|it|describe|alone)(?:\.\w+)*\(\s*(['`])(.*?)\1\s*[,)]/

/** The comments and test titles of a source file, line by line, without code spans. */
export const prose = (source: string): string[] =>
  source.split('\n').map(line => {
    const [, whole = '', trailing = ''] = comment.exec(line) ?? []
    const [, , name = ''] = title.exec(line) ?? []
    return withoutCode(`${whole}${trailing} ${name}`)
  })

/** The prose of a Markdown page, line by line, without code. */
export function proseOfPage(page: string): string[] {
  let isCode = false
  return page.split('\n').map(line => {
    if (line.startsWith('```')) isCode = !isCode
    return isCode ? '' : withoutCode(line.replace(/\]\([^)]*\)/g, ']'))
  })
}

const withoutCode = (text: string) => text.replace(/`[^`]*`/g, '`').replace(/“[^”]*”/g, '“')

function read(): Line[] {
  const at = (pattern: string) => globSync(pattern, { cwd: root, exclude: name => name === 'node_modules' }).toSorted()
  const pages = [...at('*.md'), ...at('{docs,deploy}/**/*.md'), ...at('{apps,packages}/*/*.md')]
  const texts = at('{apps,packages}/*/src/{texts,i18n/locales/en}/**/*.json').filter(path => !path.endsWith('zh.json'))
  const scripts = at('{apps,packages}/*/{src,public}/**/*.js').filter(path => !path.includes('/dist/'))
  const linesOf = (path: string, split: (text: string) => string[]) =>
    split(readFileSync(join(root, path), 'utf8')).map((text, index) => ({ path, line: index + 1, text }))
  const styleGuide = [
    'docs/writing.md',
    'docs/words.md',
    'tools/checks/check-english.ts',
    'tools/checks/check-english.test.ts',
  ]
  return [
    ...[...sourceFiles(), ...scripts].map(path => ({ path, split: prose })),
    ...pages.map(path => ({ path, split: proseOfPage })),
    ...texts.map(path => ({ path, split: valuesOf })),
  ].flatMap(({ path, split }) => (styleGuide.includes(path) ? [] : linesOf(path, split)))
}

const valuesOf = (json: string) => json.split('\n').map(line => line.replace(/^\s*"[^"]*":/, ''))
