import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source-files.ts'

/** The paths of the operator guide's chapters. */
export const operatorChapters = (): string[] =>
  readdirSync(join(root, 'docs/operate'))
    .toSorted()
    .map(name => `docs/operate/${name}`)

/** The text of all chapters. */
export const operatorGuide = (): string =>
  operatorChapters()
    .map(path => readFileSync(join(root, path), 'utf8'))
    .join('\n')
