import { parseArgs } from 'node:util'
import type { Day } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { method, methods } from '@finlist/domain/picking/method'
import { hasTraded, proposalCsv, propose } from '../features/picking/propose.ts'
import { CommandError, withDatabase } from './connect.ts'

const usage = `npm run -s propose -- --market HKEX --date 2026-07-17 [--method ${method.id}]

Prints the list that the method makes of a market's prices as of that day, as CSV; nothing is kept.
--market is one of ${exchangeIds.join(', ')}; --method one of ${methods.map(({ id }) => id).join(', ')}.`

const { exchange, day } = readArguments()

await withDatabase(async database => {
  const issue = await database.snapshot(async tx => {
    if (!(await hasTraded(tx, exchange, day))) throw new CommandError(`${exchange} has no prices of ${day}`)
    return await propose(tx, exchange, day)
  })
  const listed = issue.picks.filter(({ pattern }) => pattern !== 'NIL').length
  process.stderr.write(
    `${exchange} ${day}: ${issue.eligible} stocks eligible, ${listed} listed, ${issue.picks.length - listed} leaders without a base; ${issue.method} ${issue.constants}\n`,
  )
  process.stdout.write(proposalCsv(issue.picks))
})

function readArguments(): { exchange: ExchangeId; day: Day } {
  try {
    const { values } = parseArgs({
      options: {
        market: { type: 'string' },
        date: { type: 'string' },
        method: { type: 'string', default: method.id },
      },
    })
    const exchange = exchangeIds.find(id => id === values.market)
    if (!exchange) throw new CommandError(`--market: one of ${exchangeIds.join(', ')}`)
    if (!methods.some(({ id }) => id === values.method))
      throw new CommandError(`--method: one of ${methods.map(({ id }) => id).join(', ')}`)
    return { exchange, day: readDay(values.date ?? '') }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`)
    process.exit(2)
  }
}

function readDay(text: string): Day {
  const instant = Date.parse(`${text}T00:00:00Z`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(instant || 0).toISOString().startsWith(text)
  if (!isDay) throw new CommandError('--date YYYY-MM-DD is needed')
  return text
}
