import { parseArgs } from 'node:util'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { tradingCosts } from '../config.ts'
import { Busy, Locks } from '../db/locks.ts'
import { askForReconstruction, readReconstruction } from '../features/picking/reconstruction/ask.ts'
import { reconstructLock, reconstructMore } from '../features/picking/reconstruction/reconstruct.ts'
import { followReconstruction } from '../features/track-record/follow-picks.ts'
import { ClientError } from '../http/client-errors.ts'
import { languageOf } from '../http/translate.ts'
import { CommandError, withDatabase } from './connect.ts'
import { readTyped } from './typed.ts'

const usage = `finlist reconstruct --market HKEX [--from 2021-01-01]

Makes the lists of the weeks before a market's first issue, as today's method makes them of what was known then, beside a
running server or alone. They stand on the track record apart, as reconstructed. With --from whatever was made before is
made anew; without it what was cut off goes on. --market is one of ${exchangeIds.join(', ')}.`
const day = /^\d{4}-\d{2}-\d{2}$/
/** Time, in ms, to wait for a running server. The server may need this long to reconstruct a quarter of a year. */
const patienceMs = 30 * 60_000

const { exchange, from } = readTyped(usage, readArguments)
const language = languageOf((process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG']) ?? 'en')
const tell = (line: string) => process.stdout.write(`${line}\n`)

await withDatabase(async (database, config, clock) => {
  const locks = new Locks(database)
  const follow = (market: ExchangeId) => followReconstruction(database, market, tradingCosts(config)[market])
  const isWhole = async () => (await readReconstruction(database.db, exchange)).reconstruction?.madeOn != null
  try {
    if (from !== undefined) await askForReconstruction(database, { exchange, from }, { userId: null, now: clock() })
    for (let told = 0; !(await isWhole()); ) {
      const more = () => reconstructMore({ database, follow }, clock())
      if (!(await locks.hold(reconstructLock, more, patienceMs)))
        throw new CommandError(`--from: nothing of ${exchange} waits to be made`)
      const { reconstruction } = await readReconstruction(database.db, exchange)
      if (reconstruction && reconstruction.made > told) tell(`${reconstruction.made} of ${reconstruction.weeks} weeks`)
      told = reconstruction?.made ?? told
    }
    tell(`Reconstructed: see the track record of ${exchange}.`)
  } catch (error) {
    if (error instanceof ClientError)
      throw new CommandError(
        error
          .entries(language)
          .map(({ message }) => message)
          .join('\n'),
      )
    if (error instanceof Busy) throw new CommandError('The server is making weeks of the past and did not get on.')
    throw error
  } finally {
    await locks.close()
  }
})

function readArguments(): { exchange: ExchangeId; from: string | undefined } {
  const { values } = parseArgs({ options: { market: { type: 'string' }, from: { type: 'string' } } })
  const exchange = exchangeIds.find(id => id === values.market)
  if (!exchange) throw new CommandError(`--market: one of ${exchangeIds.join(', ')}`)
  if (values.from !== undefined && !day.test(values.from)) throw new CommandError('--from: YYYY-MM-DD')
  return { exchange, from: values.from }
}
