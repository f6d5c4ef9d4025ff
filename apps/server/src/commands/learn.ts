import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { addDays, type Day, dayAt } from '@finlist/domain/calendar'
import type { World } from '@finlist/domain/chance/world'
import { type Samples, samplesOf } from '@finlist/domain/learning/samples'
import { gateOf, reliabilityOf, skillOver } from '@finlist/domain/learning/skill'
import { type Forecast, modelOf, rowsKnown, walkForward } from '@finlist/domain/learning/walk-forward'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { Interval } from '@finlist/domain/outcome/interval'
import { canonical } from '@finlist/domain/picking/canonical'
import { isoDay } from '@finlist/domain/picking/days'
import { tradingCosts } from '../config.ts'
import type { Tx } from '../db/database.ts'
import { readTradedStocks } from '../research/chance/read-traded-stocks.ts'
import { CommandError, withDatabase } from './connect.ts'
import { isDay, readTyped } from './typed.ts'

const usage = `finlist learn --market US [--until 2026-11-20]

Trains a forecast of whether a stock gains 20% before it loses 8%, within 13 weeks, on a market's prices up to that day,
and tests it on weeks that it had not seen. Prints how often its forecasts came true, how much better they were than the
market's usual rate, and the model's hash. Nothing is stored or shown to readers. --market is one
of ${exchangeIds.join(', ')}.`

/** Length of the history to learn from, in years. */
const years = 10
const shownForecasts = ['chance', 'level', 'learned'] as const
const tell = (line: string) => process.stdout.write(`${line}\n`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const verdicts = {
  open: 'It beat the level: the learned forecast would be shown.',
  closed: 'It did not beat the level: the level would be shown.',
  'too-few-weeks': 'Fewer than 104 test weeks: the level would be shown.',
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`
const signed = (share: number) => `${share < 0 ? '-' : '+'}${Math.abs(100 * share).toFixed(1)}`
const shown = (interval: Interval | undefined) =>
  interval ? `${signed(interval.mean)} [${signed(interval.low)}, ${signed(interval.high)}]` : '-'

const { exchange, until } = readTyped(usage, readArguments)

await withDatabase(async (database, config, clock) => {
  const day = until ?? dayAt(exchange, clock())
  const world = await database.snapshot(tx => readWorld(tx, day))
  const samples = samplesOf(exchange, world, tradingCosts(config)[exchange], reporter('week'))
  if (samples.rows === 0)
    throw new CommandError(
      `${exchange} has no stock with a year of prices and an outcome by ${day}: import its history`,
    )
  const forecast = walkForward(samples, reporter('tested week'))
  tellSamples(samples, world.length)
  tellTest(samples, forecast)
  const model = { market: exchange, until: day, ...modelOf(samples, rowsKnown(samples, dayNumber(day))) }
  tell(`\nModel ${sha256(canonical(model))}`)
})

async function readWorld(tx: Tx, day: Day): Promise<World> {
  const { rows } = await tx.query<{ code: string }>(
    'select stock_code as code from stock where exchange = $1 and not is_index',
    [exchange],
  )
  const codes = rows.map(({ code }) => code)
  return await readTradedStocks(tx, exchange, { day, since: addDays(day, -365 * years), codes })
}

function tellSamples({ rows, weeks, target, stop }: Samples, stocks: number) {
  const share = (ends: Uint8Array) => percent(ends.reduce((sum, came) => sum + came, 0) / rows)
  tell(`${exchange}: ${stocks} stocks, ${weeks.length} weeks from ${isoDay(weeks[0]!)} to ${isoDay(weeks.at(-1)!)}`)
  tell(`${rows} stock-weeks with a settled outcome: ${share(target)} reached the target, ${share(stop)} the stop first`)
}

function tellTest(samples: Samples, forecast: Forecast) {
  const testWeeks = new Set(Array.from(forecast.rows, row => samples.week[row])).size
  if (testWeeks === 0) return tell('\nNot tested: it needs more than a year of settled outcomes.')
  const seed = sha256(`${exchange} ${isoDay(samples.weeks.at(-1)!)}`)
  tell(
    `\nTested on ${testWeeks} weeks, ${forecast.rows.length} stock-weeks. Skill against the usual rate, in %, with its 95% interval:`,
  )
  for (const name of shownForecasts)
    tell(`  ${name.padEnd(8)}${shown(skillOver(samples, forecast, { of: name, over: 'base' }, { seed }))}`)
  const gained = skillOver(samples, forecast, { of: 'learned', over: 'level' }, { seed })
  tell(`Learned over level: ${shown(gained)}. ${verdicts[gateOf(gained, testWeeks)]}`)
  tell('\nSaid, and came (stock-weeks):')
  for (const name of shownForecasts) {
    const tenths = reliabilityOf(samples, forecast, name).filter(({ count }) => count > 0)
    tell(
      `  ${name.padEnd(8)}${tenths.map(({ count, said, came }) => `${percent(said)} ${percent(came)} (${count})`).join(', ')}`,
    )
  }
}

/** Writes progress to stderr, at most once a second. */
function reporter(what: string) {
  let last = performance.now()
  return (done: number, of: number) => {
    if (performance.now() - last < 1_000) return
    last = performance.now()
    process.stderr.write(`${what} ${done} of ${of}\n`)
  }
}

function readArguments(): { exchange: ExchangeId; until: Day | undefined } {
  const { values } = parseArgs({ options: { market: { type: 'string' }, until: { type: 'string' } } })
  const exchange = exchangeIds.find(id => id === values.market)
  if (!exchange) throw new CommandError(`--market: one of ${exchangeIds.join(', ')}`)
  if (values.until !== undefined && !isDay(values.until)) throw new CommandError('--until: YYYY-MM-DD')
  return { exchange, until: values.until }
}
