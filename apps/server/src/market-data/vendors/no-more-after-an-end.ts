import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import { type NightlySource, SourceError } from './source.ts'
import { forgetReading, noteCrash, noteReading } from './store.ts'

/**
 * Disables automatic reading of a source after one of its responses crashed the reading thread, or after the process
 * ended several times in a row while reading it, because a retry would fail in the same way. `npm run backfill` enables
 * the source again.
 */
export function noMoreAfterAnEnd(source: NightlySource, db: Db, exchange: ExchangeId): NightlySource {
  const of = { exchange, source: source.name }

  async function noted<T>(ask: () => Promise<T>): Promise<T> {
    if (!(await noteReading(db, of))) throw new SourceError('source.ended-before', { source: source.name })
    try {
      const given = await ask()
      await forgetReading(db, of)
      return given
    } catch (error) {
      const isCrash = error instanceof SourceError && error.reason.text === 'source.ended'
      await (isCrash ? noteCrash : forgetReading)(db, of)
      throw error
    }
  }

  return {
    name: source.name,
    day: (day: Day) => noted(() => source.day(day)),
    lists: (today: Day) => noted(() => source.lists(today)),
  }
}
