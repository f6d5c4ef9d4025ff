import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutComments } from '../imports.ts'
import { root, sourceFiles } from '../source-files.ts'

/** The identifiers that docs/words.md replaces: those in the last column of its three-column tables. */
export function replacedWords(glossary: string): string[] {
  const cells = [...glossary.matchAll(/^\|[^|\n]*\|[^|\n]*\|([^|\n]*)\|$/gm)].map(([, cell]) => cell!)
  return cells.flatMap(cell => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word!))
}

/** Returns a line for each replaced word in each file that contains it. */
export function checkWords(files = read(), words = replacedWords(glossary())): string[] {
  const replaced = new RegExp(`\\b(${words.join('|')})\\b`, 'g')
  return files.flatMap(({ path, text }) =>
    [...new Set(withoutComments(text).match(replaced))].map(word => `${path}: ${word} is replaced by docs/words.md`),
  )
}

const glossary = () => readFileSync(join(root, 'docs/words.md'), 'utf8')
const read = () => sourceFiles().map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
