import type { CallErrorEntry } from '@finlist/contract/envelope'
import type { Language } from '@finlist/i18n/languages'
import { BadRequest } from '../../http/client-errors.ts'
import { translate } from '../../http/translate.ts'
import { translateFault } from './engine-failed.ts'
import type { Missing } from './make.ts'

/** Thrown if no list can be made now; states the reason. */
export class CannotMake extends BadRequest {
  readonly missing: Missing
  constructor(missing: Missing) {
    super(`picking.missing.${missing.why}`, { httpStatus: 409 })
    this.missing = missing
  }

  override entries(language: Language): CallErrorEntry[] {
    return [{ message: translateMissing(language, this.missing), code: this.missing.why }]
  }
}

export const translateMissing = (
  language: Language,
  { exchange, issueDate, why, eligible = 0, eligibleBefore = 0, message }: Missing,
): string =>
  translate(language, `picking.missing.${why}`, {
    market: exchange,
    date: issueDate,
    eligible,
    before: eligibleBefore,
    message: message ? translateFault(language, message) : '',
  })
