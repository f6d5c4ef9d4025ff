import { createHash } from 'node:crypto'
import { addDays, type Day } from '@finlist/domain/calendar'
import type { World } from '@finlist/domain/chance/world'
import type { Drift } from '@finlist/domain/learning/drift'
import { type Levels, learningConstants, type ModelEntry, modelEntryOf } from '@finlist/domain/learning/model-entry'
import { samplesOf } from '@finlist/domain/learning/samples'
import { walkForward } from '@finlist/domain/learning/walk-forward'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Costs } from '@finlist/domain/outcome/rule'
import { canonical } from '@finlist/domain/picking/canonical'
import { constantsOf } from '@finlist/domain/picking/method'
import type { Tx } from '../../db/database.ts'
import { readTradedStocks } from '../chance/read-traded-stocks.ts'
import { sha256 } from './models.ts'
import { readDrift } from './read-drift.ts'

/** Length of the history to learn from, in years. */
const years = 10

export type TrainAsked = {
  exchange: ExchangeId
  /** The last day whose prices are used. */
  until: Day
  costs: Costs
  others: readonly Levels[]
  otherTests: readonly number[]
  /** The factor by which the market's intervals are widened. */
  widen: number
}

/** What a training is made from: the prices, and how earlier outlooks compare with what came. */
export type TrainingData = { world: World; drift: Drift }

/** Progress of a training: the step, how much of it is done, and out of how much. */
export type Told = (step: 'weeks' | 'tests', done: number, of: number) => void

/** `upTo`: the number of the last entry of the record to read; default: all. */
export async function readTrainingData(
  tx: Tx,
  exchange: ExchangeId,
  { until, upTo }: { until: Day; upTo?: number | undefined },
): Promise<TrainingData> {
  const { rows } = await tx.query<{ code: string }>(
    'select stock_code as code from stock where exchange = $1 and not is_index order by stock_code collate "C"',
    [exchange],
  )
  const codes = rows.map(({ code }) => code)
  return {
    world: await readTradedStocks(tx, exchange, { day: until, since: addDays(until, -365 * years), codes }),
    drift: await readDrift(tx, exchange, { until, upTo }),
  }
}

/** Tests and trains a market's model. Deterministic for the same prices, drift, costs and levels. */
export function train({ world, drift }: TrainingData, asked: TrainAsked, told: Told = () => undefined): ModelEntry {
  const { exchange, until, costs, others, otherTests, widen } = asked
  const samples = samplesOf(exchange, world, costs, (done, of) => told('weeks', done, of))
  const forecast = walkForward(samples, (done, of) => told('tests', done, of))
  const inputs = worldHash(world)
  return modelEntryOf(samples, forecast, {
    exchange,
    until: dayNumber(until),
    stocks: world.length,
    costs,
    constants: sha256(canonical({ ...learningConstants, method: constantsOf(exchange) })),
    inputs,
    others,
    otherTests,
    drift,
    seed: sha256(`${exchange} ${until} ${inputs}`),
    widen,
  })
}

/** SHA-256 over the prices and splits of the stocks, in the order of their codes. */
function worldHash(world: World): string {
  const hash = createHash('sha256')
  const inOrder = world.toSorted((one, other) => (one.code < other.code ? -1 : 1))
  for (const { code, days, open, high, low, close, volume, splits = [] } of inOrder) {
    hash.update(`${code} ${days.length} ${JSON.stringify(splits)}\n`)
    hash.update(Int32Array.from(days))
    for (const column of [open, high, low, close, volume]) hash.update(Float64Array.from(column))
  }
  return hash.digest('hex')
}
