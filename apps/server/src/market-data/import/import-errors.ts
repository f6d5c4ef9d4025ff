import type { CallErrorEntry } from '@finlist/contract/envelope'
import { type Language } from '@finlist/i18n/languages'
import { BadRequest } from '../../http/client-errors.ts'
import { type TextKey, translate } from '../../http/translate.ts'
import { quoted } from '../store/control-characters.ts'
import { FileLines } from './files/file-lines.ts'

type Values = Record<string, string | number>
/**
 * An error in a line of a file, or a note on an import. Translated when sent. `stock` is the stock that the line names,
 * if any.
 */
export type Reason = { text: TextKey; values?: Values; stock?: string }
export type ImportError = Reason & { line: number; field: string }

const named = 20

/** Thrown for an unreadable cell; makes its line invalid. */
export class CellError extends Error {
  readonly reason: Reason
  constructor(text: TextKey, values?: Values) {
    super(text)
    this.reason = values ? { text, values } : { text }
  }

  /** The same error, naming the stock of its line. */
  ofStock(stock: string): CellError {
    const named = new CellError(this.reason.text, this.reason.values)
    named.reason.stock = stock
    return named
  }
}

/** Collects an import's invalid lines. Counts all, but lists only the first ones. */
export class ImportErrors {
  readonly first: ImportError[] = []
  total = 0
  readonly #lines = new Map<string, FileLines>()

  /** The numbering of the lines of a field's files. */
  linesOf(field: string): FileLines {
    const lines = this.#lines.get(field) ?? new FileLines()
    this.#lines.set(field, lines)
    return lines
  }

  add(field: string, line: number, reason: Reason) {
    this.total++
    if (this.first.length < named) this.first.push({ field, line, ...reason })
  }

  /** Adds several invalid lines, of which only some are listed. */
  addMany(field: string, total: number, lines: (Reason & { line: number })[]) {
    for (const { line, ...reason } of lines) this.add(field, line, reason)
    this.total += total - lines.length
  }

  /** Throws if any line is invalid, so that nothing is imported. */
  refuse() {
    if (this.total > 0) throw new ImportRefused(this)
  }
}

/** Rejects all of the files, with an error entry for each listed line. */
export class ImportRefused extends BadRequest {
  readonly faults: ImportErrors
  constructor(faults: ImportErrors) {
    super('import.refused')
    this.faults = faults
  }

  override entries(language: Language): CallErrorEntry[] {
    const { first, total } = this.faults
    const said = first.map(fault => ({
      message: sayFault(language, fault, this.faults.linesOf(fault.field)),
      code: 'bad_line',
      field: fault.field,
    }))
    if (total <= first.length) return said
    return [
      ...said,
      { message: translate(language, 'import.more-lines', { count: total - first.length, total }), code: 'more' },
    ]
  }
}

function sayFault(language: Language, fault: ImportError, lines: FileLines): string {
  const { file, line } = lines.at(fault.line)
  const reason = translateReason(language, inOwnFile(fault, lines))
  if (file !== undefined) return translate(language, 'import.line-of-file', { file: quoted(file, 100), line, reason })
  const key = fault.field === 'finListFundamentalCsv' ? 'import.line-of-fundamentals' : 'import.line'
  return translate(language, key, { line, reason })
}

/** Returns the reason with the line that it refers to, if any, numbered as in that line's file. */
export function inOwnFile(reason: Reason, lines: FileLines): Reason {
  const { values } = reason
  return typeof values?.['first'] === 'number'
    ? { ...reason, values: { ...values, first: lines.say(values['first']) } }
    : reason
}

export function translateReason(language: Language, { text, values, stock }: Reason): string {
  const reason = translate(language, text, values)
  return stock === undefined ? reason : translate(language, 'import.reason-of-stock', { reason, stock })
}
