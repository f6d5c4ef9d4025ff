import { appendFile, writeFile } from 'node:fs/promises'
import type { Language } from '@finlist/i18n/languages'
import type { Reason } from './import-errors.ts'
import { translateReason } from './import-errors.ts'

const named = 20

/**
 * Collects a file's invalid lines, unchanged, each with its line number and error, when the valid ones are imported.
 */
export class RefusedLines {
  count = 0
  readonly first: (Reason & { line: number })[] = []
  /** The file to write the lines to; undefined if they are only skipped. */
  readonly path: string | undefined
  readonly #language: Language
  #begun = false
  #gathered = ''

  constructor(path: string | undefined, language: Language) {
    this.path = path
    this.#language = language
  }

  add(line: number, reason: Reason, fields: readonly string[]) {
    this.count++
    if (this.first.length < named) this.first.push({ line, ...reason })
    if (this.path) this.#gathered += csvLine([String(line), translateReason(this.#language, reason), ...fields])
  }

  /** Writes the file's header, so that the lines can be imported after correction. */
  heads(names: readonly string[]) {
    if (this.path) this.#gathered = csvLine(['refusedLine', 'refusedFor', ...names])
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

const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\n`
const csvCell = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
