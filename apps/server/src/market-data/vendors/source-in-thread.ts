import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { inThread } from '../../background/in-thread.ts'
import type { Db } from '../../db/database.ts'
import type { Turns } from '../../http/turns.ts'
import { quoted } from '../store/control-characters.ts'
import { packed } from './load-given.ts'
import { openSource, type SourceSettings, sourceSettings } from './open-source.ts'
import { type Batch, type Given, type NightlySource, type PackedBatch, type Source, SourceError } from './source.ts'
import { knownCodes } from './store.ts'

type Question = { day: Day } | { lists: Day }
export type SourceWork = { settings: SourceSettings; exchange: ExchangeId; codes: string[]; question: Question }
export type SourceAnswer = { given: Given<Batch | PackedBatch> } | { refusal: Pick<SourceError, 'reason' | 'passing'> }

const thread = new URL('../../workers/source.ts', import.meta.url)
/** The thread's time limit, in seconds. At a low rate limit, a day's prices come in many pages, a minute apart. */
const seconds = 3_600
const mostMegabytes = 400
/** Maximum number of rejected rows shown to staff; further ones are only counted. */
const refusalsTold = 1_000
/** Maximum number of listed and delisted stocks of a market; the United States has about sixty thousand. */
const mostListed = 200_000

type Parts = { exchange: ExchangeId; turns: Turns; megabytes?: number }

/**
 * The source configured for the market, read in a thread with its own heap, so that no response can block or crash the
 * server.
 */
export function sourceInThread(
  settings: SourceSettings,
  db: Db,
  { exchange, turns, megabytes = mostMegabytes }: Parts,
): NightlySource {
  const { name } = openSource(settings, exchange, { codes: async () => [] })!
  const byStock = settings[`SOURCE_${exchange}`] === 'address'

  async function ask(question: Question): Promise<Given<Batch | PackedBatch>> {
    const codes = byStock ? [...(await knownCodes(db, exchange))] : []
    const work: SourceWork = { settings: sourceSettings(settings), exchange, codes, question }
    const answer = await turns.run(() =>
      inThread<SourceAnswer>(thread, work, { seconds, megabytes }).catch((error: NodeJS.ErrnoException) => {
        throw new SourceError('source.ended', { source: name, said: quoted(error.code ?? error.message, 100) })
      }),
    )
    if ('refusal' in answer) throw SourceError.from(answer.refusal)
    return answer.given
  }

  return {
    name,
    day: day => ask({ day }),
    lists: async today => (await ask({ lists: today })) as Given,
  }
}

/** Runs in the worker thread. */
export async function answerOf({ settings, exchange, codes, question }: SourceWork): Promise<SourceAnswer> {
  const source = openSource(settings, exchange, { codes: async () => codes })!
  try {
    return {
      given: bounded(source, await ('day' in question ? source.day(question.day) : source.lists(question.lists))),
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { refusal: { reason: error.reason, passing: error.passing } }
  }
}

/** Packs or truncates long data, because processing it would block the event loop. */
function bounded({ name }: Source, { batches, refused, gone = [] }: Given): Given<Batch | PackedBatch> {
  const listed = batches.filter(({ kind }) => kind !== 'prices').reduce((sum, { rows }) => sum + rows.length, 0)
  if (listed + gone.length > mostListed)
    throw new SourceError('source.too-many-rows', { source: name, count: mostListed })
  return {
    batches: batches.map((batch): Batch | PackedBatch => (batch.kind === 'prices' ? packed(batch) : batch)),
    refused: refused.slice(0, refusalsTold),
    refusedBeyond: Math.max(0, refused.length - refusalsTold),
    gone,
  }
}
