import { weekEnds } from '../chance/week-ends.ts'
import type { World } from '../chance/world.ts'
import type { ExchangeId } from '../markets.ts'
import { follow, type Sessions } from '../outcome/follow.ts'
import type { Costs } from '../outcome/rule.ts'
import { placeUntil, type Split } from '../picking/bars.ts'
import { type Look, looksOf } from '../picking/look.ts'
import { type Chance, chanceAt } from './chance-table.ts'
import { featureNames, lookFeatures } from './features.ts'

/**
 * Stock-weeks whose outcome is settled, oldest first and by code within a week. Each has the features of the stock at
 * the end of the week, and the outcome of a purchase at the next open by the outcome rule.
 */
export type Samples = {
  /** The last trading day of each week; days are counted from 1970-01-01. */
  weeks: Int32Array
  rows: number
  /** Per row: the index of its week, and the day on which its outcome was known. */
  week: Int32Array
  settledOn: Int32Array
  /** Per row: the probability of the outcome by chance alone, in thousandths. */
  chanceOfTarget: Uint16Array
  chanceOfStop: Uint16Array
  /** Per row, 1 or 0: whether the target or the stop was reached first. Both are 0 if neither was reached in time. */
  target: Uint8Array
  stop: Uint8Array
  /** Per row: the return net of costs, in ten-thousandths of what was paid. */
  net: Int32Array
  /** Per feature: the value of each row. */
  features: Float32Array[]
}

/** A week with fewer stocks is left out, because ranks among few stocks mean little. */
const fewestStocks = 40
/**
 * A stock without bars in this number of days up to the market's last day counts as delisted, with its last close as
 * its final value.
 */
const goneDays = 20

/**
 * `told` is called after each week with the number of weeks done and the total number of weeks. A stock-week whose
 * volatility is unknown, because of a price that is not a number, is left out.
 */
export function samplesOf(
  exchange: ExchangeId,
  world: World,
  costs: Costs,
  told: (done: number, of: number) => void = () => undefined,
): Samples {
  const weeks = weekEnds(world)
  const lastDay = weeks.at(-1) ?? 0
  const ends = new Map(
    world.map(stock => [stock.code, new Ends(sessionsOf(stock, lastDay), weeks, { market: exchange, costs })]),
  )
  if (ends.size < world.length) throw new RangeError(`stock ${repeatedCode(world)} occurs more than once`)
  const ranks: Map<string, number>[] = []
  const rows = new Rows(weeks.length * world.length)
  for (const [week, day] of weeks.entries()) {
    const looks = looksOf(exchange, world, day)
    if (looks.length >= fewestStocks) {
      const earlier = { four: ranks[week - 4], thirteen: ranks[week - 13] }
      for (const look of looks) {
        const settled = ends.get(look.code)!.after(week)
        const seen = settled && seenOf(look, earlier)
        if (seen) rows.add({ week, ...settled, ...seen })
      }
      ranks[week] = new Map(looks.map(({ code, rank }) => [code, rank]))
    }
    told(week + 1, weeks.length)
  }
  return { weeks: Int32Array.from(weeks), ...rows.columns() }
}

function seenOf(look: Look, earlier: Parameters<typeof lookFeatures>[1]): Pick<Row, 'features' | 'chance'> | undefined {
  const { features, volatility } = lookFeatures(look, earlier)
  return volatility >= 0 ? { features, chance: chanceAt(volatility) } : undefined
}

const repeatedCode = (world: World) =>
  world.find(({ code }, at) => world.findIndex(other => other.code === code) < at)?.code

type End = Pick<Row, 'settledOn' | 'target' | 'stop' | 'net'>

/**
 * The outcomes of purchases of a stock at the first open after each week. They are computed stock by stock, because the
 * sessions of all stocks of a market together would take hundreds of megabytes.
 */
class Ends {
  /** Per week: the day on which the outcome was known; 0 if the position is open or the stock has not traded since. */
  readonly #settledOn: Int32Array
  /** Per week: 1 if the target was reached first, 2 if the stop was. */
  readonly #end: Uint8Array
  readonly #net: Int32Array

  constructor(sessions: Sessions, weeks: readonly number[], trade: { market: ExchangeId; costs: Costs }) {
    this.#settledOn = new Int32Array(weeks.length)
    this.#end = new Uint8Array(weeks.length)
    this.#net = new Int32Array(weeks.length)
    for (const [week, day] of weeks.entries()) {
      const from = placeUntil(sessions.days, day) + 1
      if (from >= sessions.days.length) break
      const { state, exitAt, net } = follow(sessions, from, sessions.open[from]!, trade).worst
      if (exitAt === null || net === null) continue
      this.#settledOn[week] = sessions.days[exitAt]!
      this.#end[week] = state === 'target' ? 1 : state === 'stop' ? 2 : 0
      this.#net[week] = Math.round(10_000 * net)
    }
  }

  after(week: number): End | undefined {
    const settledOn = this.#settledOn[week]!
    if (settledOn === 0) return undefined
    return { settledOn, target: this.#end[week] === 1, stop: this.#end[week] === 2, net: this.#net[week]! }
  }
}

/** A stock's sessions, with prices in today's shares: outcomes depend only on ratios of prices. */
function sessionsOf({ days, open, high, low, close, volume, splits = [] }: World[number], lastDay: number): Sessions {
  const traded = Array.from(days, (_, at) => at).filter(at => volume[at]! > 0)
  const factors = factorsOf(days, splits)
  const column = (of: ArrayLike<number>) => Float64Array.from(traded, at => of[at]! * factors[at]!)
  const kept = Int32Array.from(traded, at => days[at]!)
  const closes = column(close)
  const isGone = kept.length > 0 && kept.at(-1)! < lastDay - goneDays
  return {
    days: kept,
    open: column(open),
    high: column(high),
    low: column(low),
    close: closes,
    ...(isGone && { gone: { value: closes.at(-1)! } }),
  }
}

function factorsOf(days: ArrayLike<number>, splits: readonly Split[]): Float64Array {
  return Float64Array.from(days, day =>
    splits.reduce((factor, split) => (split.exDay > day ? (factor * split.denominator) / split.numerator : factor), 1),
  )
}

type Row = {
  week: number
  settledOn: number
  chance: Chance
  target: boolean
  stop: boolean
  net: number
  features: number[]
}

/**
 * Rows stored by column: as objects, they would take more memory. The part of the columns that no row has
 * reached takes none.
 */
class Rows {
  #rows = 0
  readonly #week: Int32Array
  readonly #settledOn: Int32Array
  readonly #chanceOfTarget: Uint16Array
  readonly #chanceOfStop: Uint16Array
  readonly #target: Uint8Array
  readonly #stop: Uint8Array
  readonly #net: Int32Array
  readonly #features: Float32Array[]

  constructor(most: number) {
    this.#week = new Int32Array(most)
    this.#settledOn = new Int32Array(most)
    this.#chanceOfTarget = new Uint16Array(most)
    this.#chanceOfStop = new Uint16Array(most)
    this.#target = new Uint8Array(most)
    this.#stop = new Uint8Array(most)
    this.#net = new Int32Array(most)
    this.#features = featureNames.map(() => new Float32Array(most))
  }

  add({ week, settledOn, chance, target, stop, net, features }: Row): void {
    const row = this.#rows++
    this.#week[row] = week
    this.#settledOn[row] = settledOn
    this.#chanceOfTarget[row] = chance.target
    this.#chanceOfStop[row] = chance.stop
    this.#target[row] = Number(target)
    this.#stop[row] = Number(stop)
    this.#net[row] = net
    for (const [at, value] of features.entries()) this.#features[at]![row] = value
  }

  columns(): Omit<Samples, 'weeks'> {
    const rows = this.#rows
    return {
      rows,
      week: this.#week.subarray(0, rows),
      settledOn: this.#settledOn.subarray(0, rows),
      chanceOfTarget: this.#chanceOfTarget.subarray(0, rows),
      chanceOfStop: this.#chanceOfStop.subarray(0, rows),
      target: this.#target.subarray(0, rows),
      stop: this.#stop.subarray(0, rows),
      net: this.#net.subarray(0, rows),
      features: this.#features.map(column => column.subarray(0, rows)),
    }
  }
}
