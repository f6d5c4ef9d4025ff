import type { CallErrorEntry } from '@finlist/contract/envelope'
import { type Language } from '@finlist/i18n/languages'
import { BadRequest } from '../../http/client-errors.ts'
import { type TextKey, translate } from '../../http/translate.ts'

type Values = Record<string, string | number>
/** An error in a line of a file, or a note on an import. Translated when sent. */
export type Reason = { text: TextKey; values?: Values }
export type ImportError = Reason & { line: number; field: string }

const named = 20

/** Thrown for an unreadable cell; makes its line invalid. */
export class CellError extends Error {
  readonly reason: Reason
  constructor(text: TextKey, values?: Values) {
    super(text)
    this.reason = values ? { text, values } : { text }
  }
}

/** Collects an import's invalid lines. Counts all, but lists only the first ones. */
export class ImportErrors {
  readonly first: ImportError[] = []
  total = 0

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

/** Rejects the files as a whole, with an error entry for each listed line. */
export class ImportRefused extends BadRequest {
  readonly faults: ImportErrors
  constructor(faults: ImportErrors) {
    super('import.refused')
    this.faults = faults
  }

  override entries(language: Language): CallErrorEntry[] {
    const { first, total } = this.faults
    const said = first.map(fault => ({ message: sayFault(language, fault), code: 'bad_line', field: fault.field }))
    if (total <= first.length) return said
    return [
      ...said,
      { message: translate(language, 'import.more-lines', { count: total - first.length, total }), code: 'more' },
    ]
  }
}

function sayFault(language: Language, { field, line, text, values }: ImportError): string {
  const reason = translate(language, text, values)
  const key = field === 'finListFundamentalCsv' ? 'import.line-of-fundamentals' : 'import.line'
  return translate(language, key, { line, reason })
}

export const translateReason = (language: Language, { text, values }: Reason) => translate(language, text, values)
