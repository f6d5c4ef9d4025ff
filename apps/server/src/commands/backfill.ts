import { parseArgs } from 'node:util'
import { dayAt } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { Locks } from '../db/locks.ts'
import { ClientError } from '../http/client-errors.ts'
import { languageOf } from '../http/translate.ts'
import { translateReason } from '../market-data/import/import-errors.ts'
import { readClosings } from '../market-data/store/closings.ts'
import { type BackfillProgress, backfill } from '../market-data/vendors/backfill.ts'
import { newestReadyDay } from '../market-data/vendors/market-days.ts'
import { openSource } from '../market-data/vendors/open-source.ts'
import { SourceError } from '../market-data/vendors/source.ts'
import { knownCodes } from '../market-data/vendors/store.ts'
import { CommandError, withDatabase } from './connect.ts'
import { readTyped } from './typed.ts'

const usage = `finlist backfill --market HKEX --from 2016-01-01 [--to 2026-07-17]

Loads a market's history from the source that SOURCE_HKEX names, beside a running server or alone. What is loaded is
remembered: stopped at any point and started with the same days, it goes on where it was. --market is one of
${exchangeIds.join(', ')}.`
const day = /^\d{4}-\d{2}-\d{2}$/
const shownOfAPart = 5

const asked = readTyped(usage, readArguments)
const language = languageOf((process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG']) ?? 'en')
const tell = (line: string) => process.stdout.write(`${line}\n`)

await withDatabase(async (database, config, clock) => {
  const { exchange, from } = asked
  const codes = async () => [...(await knownCodes(database.db, exchange))]
  const source = openSource(config, exchange, { codes })
  if (!source)
    throw new CommandError(`SOURCE_${exchange} names no source that can be asked; see docs/operate/sources.md, Sources`)
  const now = clock()
  const to = asked.to ?? newestReadyDay(exchange, now, await readClosings(database.db))
  if (from > to || to > dayAt(exchange, now)) throw new CommandError('--from, --to: two days of the past, in order')
  const locks = new Locks(database)
  tell(`${source.name}, ${exchange}, ${from} to ${to}`)
  try {
    const run = () => backfill({ database, exchange, source, now }, { from, to, tell: progressTeller() })
    const { rows, refused } = await locks.hold(`backfill ${exchange}`, run, 0)
    tell(`Loaded ${figure(rows)} rows${refused > 0 ? `, left out ${figure(refused)}` : ''}.`)
  } catch (error) {
    if (error instanceof SourceError) throw new CommandError(translateReason(language, error.reason))
    if (error instanceof ClientError)
      throw new CommandError(
        error
          .entries(language)
          .map(({ message }) => message)
          .join('\n'),
      )
    throw error
  } finally {
    await locks.close()
  }
})

/** Prints a line after each part, with the estimated time of completion. */
function progressTeller() {
  const startedAt = performance.now()
  let first: number | undefined
  return ({ part, done, parts, rows, refused }: BackfillProgress) => {
    first ??= done - 1
    const leftMs = ((performance.now() - startedAt) / (done - first)) * (parts - done)
    const end = new Date(Date.now() + leftMs).toISOString().slice(0, 16).replace('T', ' ')
    tell(`${done} of ${parts}  ${figure(rows)} rows  ${done < parts ? `ready about ${end} UTC  ` : ''}${part}`)
    for (const { reason, stockCode = '', date = '' } of refused.slice(0, shownOfAPart))
      tell(`  left out: ${[stockCode, date].filter(Boolean).join(' ')} ${translateReason(language, reason)}`)
    if (refused.length > shownOfAPart) tell(`  left out: ${figure(refused.length - shownOfAPart)} more`)
  }
}

function figure(count: number): string {
  return count.toLocaleString('en')
}

function readArguments(): { exchange: ExchangeId; from: string; to: string | undefined } {
  const { values } = parseArgs({
    options: { market: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
  })
  const exchange = exchangeIds.find(id => id === values.market)
  if (!exchange) throw new CommandError(`--market: one of ${exchangeIds.join(', ')}`)
  if (!values.from || !day.test(values.from)) throw new CommandError('--from YYYY-MM-DD is needed')
  if (values.to !== undefined && !day.test(values.to)) throw new CommandError('--to: YYYY-MM-DD')
  return { exchange, from: values.from, to: values.to }
}
