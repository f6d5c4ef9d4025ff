import { addDays } from '@finlist/domain/calendar'
import type { Database } from '../db/database.ts'
import { askForReconstruction, readReconstruction } from '../features/picking/reconstruction/ask.ts'

const exchange = 'HKEX'
const yearDays = 364

/**
 * Requests the reconstruction of the year before the first list of one market. A job of the server then carries it out.
 */
export async function askForDemoPast(database: Database, now: number): Promise<void> {
  const { firstIssue, reconstruction } = await readReconstruction(database.db, exchange)
  if (firstIssue === null || reconstruction) return
  await askForReconstruction(database, { exchange, from: addDays(firstIssue, -yearDays) }, { userId: null, now })
}
