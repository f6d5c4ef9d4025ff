import { parseArgs } from 'node:util'
import type { Day } from '@finlist/domain/calendar'
import { shownForecasts } from '@finlist/domain/learning/forecasts'
import { type ModelEntry, type Skill } from '@finlist/domain/learning/model-entry'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { canonical } from '@finlist/domain/picking/canonical'
import { tradingCosts } from '../config.ts'
import { readClosings } from '../market-data/store/closings.ts'
import { newestWeek } from '../market-data/store/week.ts'
import { readWidening } from '../research/chance/widening.ts'
import { modelId, readModelOf, readOtherModels } from '../research/learning/models.ts'
import { readTrainingData, train } from '../research/learning/train.ts'
import { CommandError, withDatabase } from './connect.ts'
import { isDay, readTyped } from './typed.ts'

const usage = `finlist learn --market US [--until 2026-11-20]

Trains a forecast of whether a stock gains 20% before it loses 8%, within 13 weeks, on a market's prices up to that day,
and tests it on weeks that it had not seen. Prints how often its forecasts came true, how much better they were than the
market's usual rate, and the model's id, which is the hash of its entry in the record. If the record has a model of that
day, says whether it is the same. Stores nothing. --until is the last day of a week; without it, the newest week is
taken. --market is one of ${exchangeIds.join(', ')}.`

const tell = (line: string) => process.stdout.write(`${line}\n`)

const verdicts: Record<ModelEntry['gate'], string> = {
  open: 'It beat the level: the learned forecast is shown.',
  closed: 'It did not beat the level: the level is shown.',
  'too-few-weeks': 'Fewer than 104 test weeks: the level is shown.',
  drifted: 'It beat the level, but what earlier lists said did not come as often as said: the level is shown.',
}

const tenth = (thousandths: number) => `${(thousandths / 10).toFixed(1)}%`
const percent = (tenThousandths: number) => `${(tenThousandths / 100).toFixed(1)}%`
const signed = (share: number) => `${share < 0 ? '-' : '+'}${Math.abs(share / 100).toFixed(1)}`
const shown = (skill: Skill | null) =>
  skill ? `${signed(skill.mean)} [${signed(skill.low)}, ${signed(skill.high)}]` : '-'

const { exchange, until: typed } = readTyped(usage, readArguments)

await withDatabase(async (database, config, clock) => {
  const { db } = database
  const until = typed ?? newestWeek(exchange, clock(), await readClosings(db))
  const recorded = await readModelOf(db, exchange, until)
  const { others, otherTests, widen, costs } = recorded?.entry ?? {
    ...(await readOtherModels(db, exchange)),
    widen: (await readWidening(db, exchange))?.factor ?? 1,
    costs: tradingCosts(config)[exchange],
  }
  const upTo = recorded?.entry.drift?.seq
  const data = await database.snapshot(tx => readTrainingData(tx, exchange, { until, upTo }))
  const report = { weeks: reporter('week'), tests: reporter('tested week') }
  const entry = train(data, { exchange, until, others, otherTests, widen, costs }, (step, done, of) =>
    report[step](done, of),
  )
  if (entry.rows === 0)
    throw new CommandError(
      `${exchange} has no stock with a year of prices and an outcome by ${until}: import its history`,
    )
  tellModel(entry)
  const id = modelId(entry)
  tell(`\nModel ${id}, ${canonical(entry).length} bytes`)
  if (recorded) tell(id === recorded.id ? 'The record has the same model.' : `The record has another: ${recorded.id}`)
})

function tellModel({ market, from, until, stocks, rows, came, test, gate }: ModelEntry) {
  tell(`${market}: ${stocks} stocks, from ${from} to ${until}`)
  tell(
    `${rows} stock-weeks with a known outcome: ${tenth(came.target)} reached the target, ${tenth(came.stop)} the stop first`,
  )
  if (!test) return tell('\nNot tested: it needs more than two years of known outcomes.')
  tell(
    `\nTested on ${test.weeks} weeks, ${test.rows} stock-weeks. Skill over the usual rate, in %, with its 95% interval:`,
  )
  for (const name of shownForecasts) tell(`  ${name.padEnd(8)}${shown(test.skill[name])}`)
  tell(`Learned over level: ${shown(test.gained)}. ${verdicts[gate]}`)
  tell('\nSaid, and came (stock-weeks); mean distance:')
  for (const name of shownForecasts) {
    const tenths = test.reliability[name].filter(({ count }) => count > 0)
    const told = tenths.map(({ count, said, came: share }) => `${percent(said)} ${percent(share)} (${count})`)
    tell(`  ${name.padEnd(8)}${told.join(', ')}; ${percent(test.error[name])}`)
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
