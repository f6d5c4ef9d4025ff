import { dayAt } from '@finlist/domain/calendar'
import { padded } from '@finlist/domain/chart/padded'
import { hourly } from '../../background/hourly.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database } from '../../db/database.ts'
import { loadBatch } from '../vendors/load-given.ts'
import { knownCodes } from '../vendors/store.ts'
import { ImportRefused } from './import-errors.ts'
import { isOldSpelling } from './stock-code.ts'

const exchange = 'US'

/**
 * Job that renames stocks that earlier versions stored as BRK-B to BRK.B. If both codes have rows of the same day, the
 * job leaves them separate and fails with an error that names the codes, until staff delete the rows of one code.
 */
export const oneSpelling = (database: Database): Job => ({
  name: 'one-spelling',
  next: hourly,
  async run(now) {
    const codes = [...(await knownCodes(database.db, exchange))].filter(code => isOldSpelling(exchange, code))
    const on = dayAt(exchange, now)
    let rows = 0
    const refused: string[] = []
    for (const code of codes)
      try {
        const batch = { columns: ['fromCode', 'toCode', 'on'], rows: [[code, padded(exchange, code), on]] }
        const load = { exchange, by: 'FinList', what: code, now } as const
        rows += (await loadBatch(database, { kind: 'renames', ...batch }, load)).count
      } catch (error) {
        if (!(error instanceof ImportRefused)) throw error
        refused.push(`${code} and ${padded(exchange, code)}`)
      }
    if (refused.length > 0)
      throw new Error(`one stock with rows of the same day under two codes: ${refused.join(', ')}`)
    return { rows }
  },
})
