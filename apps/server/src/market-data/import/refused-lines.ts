import { appendFile, writeFile } from 'node:fs/promises'
import type { Language } from '@finlist/i18n/languages'
import { csvLine } from './files/csv-line.ts'
import type { FileLines } from './files/file-lines.ts'
import type { Reason } from './import-errors.ts'
import { inOwnFile, translateReason } from './import-errors.ts'

const named = 20

/**
 * Collects a file's invalid lines, unchanged, each with its line number and error, while the valid ones are imported.
 */
export class RefusedLines {
  count = 0
  readonly first: (Reason & { line: number })[] = []
  /** The file to write the lines to; undefined if they are only skipped. */
  readonly path: string | undefined
  readonly #language: Language
  readonly #lines: FileLines
  #begun = false
  #head = ''
  #gathered = ''

  constructor(path: string | undefined, language: Language, lines: FileLines) {
    this.path = path
    this.#language = language
    this.#lines = lines
  }

  add(line: number, reason: Reason, fields: readonly string[]) {
    this.count++
    if (this.first.length < named) this.first.push({ line, ...reason })
    if (!this.path) return
    const { file, line: ownLine } = this.#lines.at(line)
    const { stock: _, ...said } = inOwnFile(reason, this.#lines)
    const before = file === undefined ? [] : [file]
    this.#gathered += csvLine([...before, String(ownLine), translateReason(this.#language, said), ...fields])
  }

  /**
   * Writes a file's header, so that the lines can be imported after correction. With several files, a header is
   * repeated only if it differs from the previous file's.
   */
  heads(names: readonly string[]) {
    const before = this.#lines.isSeveral ? ['refusedFile'] : []
    const head = csvLine([...before, 'refusedLine', 'refusedFor', ...names])
    if (!this.path || head === this.#head) return
    this.#head = head
    this.#gathered = this.count === 0 ? head : this.#gathered + head
  }

  /** Flushes the collected lines to the file, to limit memory. */
  async send() {
    if (!this.path || this.#gathered === '' || this.count === 0) return
    await (this.#begun ? appendFile : writeFile)(this.path, this.#gathered)
    this.#begun = true
    this.#gathered = ''
  }

  get notes(): Reason[] {
    return this.count > 0 ? [{ text: 'import.skipped', values: { count: this.count } }] : []
  }
}
