import type { Language } from '@finlist/i18n/languages'
import { translate } from '../../http/translate.ts'
import { type Reason, translateReason } from '../../market-data/import/import-errors.ts'

/** An error in an operator's program, or in a line of its output. */
export type Fault = Reason & { line?: number }

export class EngineFailed extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.text)
    this.fault = fault
  }
}

export function translateFault(language: Language, { line, ...reason }: Fault): string {
  const said = translateReason(language, reason)
  return line === undefined ? said : translate(language, 'import.line', { line, reason: said })
}
