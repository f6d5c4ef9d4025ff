import { parseArgs } from 'node:util'
import type { Day } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { method, methods } from '@finlist/domain/picking/method'
import type { DoubtKind } from '@finlist/domain/prices/doubt-kinds'
import { type Config, listProgram } from '../config.ts'
import type { Tx } from '../db/database.ts'
import { EngineFailed, translateFault } from '../features/picking/engine-failed.ts'
import { listOfProgram, ownMethod } from '../features/picking/own-engine.ts'
import { hasTraded, proposalCsv, propose } from '../features/picking/propose.ts'
import { languageOf } from '../http/translate.ts'
import { readHeldDays } from '../market-data/quality/held-days.ts'
import { readLeftOut } from '../market-data/quality/left-out.ts'
import { CommandError, withDatabase } from './connect.ts'
import { isDay, readTyped } from './typed.ts'

const usage = `finlist propose --market HKEX --date 2026-07-17 [--method ${method.id}]

Prints the list that the method makes of a market's prices as of that day, as CSV; nothing is kept.
--market is one of ${exchangeIds.join(', ')}; --method one of ${methods.map(({ id }) => id).join(', ')}, or ${ownMethod}: the
program that LIST_ENGINE names.`

const inDoubt = {
  move: 'an unexplained move on',
  spike: 'a price that went back after',
  split: 'what looks like an unrecorded split on',
  unit: 'prices a hundred times or a hundredth since',
  action: 'a corporate action that contradicts the prices on',
} as const satisfies Record<DoubtKind, string>

const { exchange, day, name } = readTyped(usage, readArguments)
const language = languageOf((process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG']) ?? 'en')

await withDatabase(async (database, config) => {
  const { eligible, picks, made, leftOut } = await database.snapshot(async tx => {
    if (!(await hasTraded(tx, exchange, day))) throw new CommandError(`${exchange} has no prices of ${day}`)
    if ((await readHeldDays(tx, exchange)).has(day))
      throw new CommandError(`${exchange} ${day} has too few stocks: load the rest, or release it on the Data page`)
    const issue = name === ownMethod ? await ofProgram(tx, config) : await propose(tx, exchange, day)
    return { ...issue, made: `${issue.method} ${issue.constants}`, leftOut: await readLeftOut(tx, exchange, day) }
  })
  const listed = picks.filter(({ pattern }) => pattern !== 'NIL').length
  process.stderr.write(
    `${exchange} ${day}: ${eligible} stocks eligible, ${listed} listed, ${picks.length - listed} leaders without a base; ${made}\n`,
  )
  for (const { code, kind, date } of leftOut)
    process.stderr.write(`left out ${code}: ${inDoubt[kind]} ${date}; decide on the Data page\n`)
  process.stdout.write(proposalCsv(picks))
})

async function ofProgram(tx: Tx, config: Config) {
  const program = listProgram(config, exchange)
  if (program === undefined) throw new CommandError(`LIST_ENGINE, LIST_ENGINE_${exchange}: neither names a program`)
  try {
    return await listOfProgram(tx, exchange, day, program)
  } catch (error) {
    if (error instanceof EngineFailed) throw new CommandError(translateFault(language, error.fault))
    throw error
  }
}

function readArguments(): { exchange: ExchangeId; day: Day; name: string } {
  const { values } = parseArgs({
    options: {
      market: { type: 'string' },
      date: { type: 'string' },
      method: { type: 'string', default: method.id },
    },
  })
  const exchange = exchangeIds.find(id => id === values.market)
  if (!exchange) throw new CommandError(`--market: one of ${exchangeIds.join(', ')}`)
  const known = [...methods.map(({ id }) => id), ownMethod]
  if (!known.some(id => id === values.method)) throw new CommandError(`--method: one of ${known.join(', ')}`)
  return { exchange, day: readDay(values.date ?? ''), name: values.method }
}

function readDay(text: string): Day {
  if (!isDay(text)) throw new CommandError('--date YYYY-MM-DD is needed')
  return text
}
