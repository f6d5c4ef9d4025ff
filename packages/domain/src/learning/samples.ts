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

type Row = { week: number; settledOn: number; chance: Chance; target: boolean; stop: boolean; features: number[] }

/** `told` is called after each week with the number of weeks done and the total number of weeks. */
export function samplesOf(
  exchange: ExchangeId,
  world: World,
  costs: Costs,
  told: (done: number, of: number) => void = () => undefined,
): Samples {
  const weeks = weekEnds(world)
  const lastDay = weeks.at(-1) ?? 0
  const sessions = new Map(world.map(stock => [stock.code, sessionsOf(stock, lastDay)]))
  const ranks: Map<string, number>[] = []
  const rows: Row[] = []
  for (const [week, day] of weeks.entries()) {
    const looks = looksOf(exchange, world, day)
    if (looks.length >= fewestStocks) {
      const earlier = { four: ranks[week - 4], thirteen: ranks[week - 13] }
      for (const look of looks) {
        const settled = settledOf(sessions.get(look.code)!, day, { market: exchange, costs })
        if (settled) rows.push({ week, ...settled, ...seenOf(look, earlier) })
      }
      ranks[week] = new Map(looks.map(({ code, rank }) => [code, rank]))
    }
    told(week + 1, weeks.length)
  }
  return columnsOf(weeks, rows)
}

function seenOf(look: Look, earlier: Parameters<typeof lookFeatures>[1]): Pick<Row, 'features' | 'chance'> {
  const { features, volatility } = lookFeatures(look, earlier)
  return { features, chance: chanceAt(volatility) }
}

/**
 * The outcome of a purchase at the first open after the day; undefined if the position is still open, or if the stock
 * has not traded since.
 */
function settledOf(
  sessions: Sessions,
  day: number,
  trade: { market: ExchangeId; costs: Costs },
): Pick<Row, 'settledOn' | 'target' | 'stop'> | undefined {
  const from = placeUntil(sessions.days, day) + 1
  if (from >= sessions.days.length) return undefined
  const { state, exitAt } = follow(sessions, from, sessions.open[from]!, trade).worst
  if (exitAt === null) return undefined
  return { settledOn: sessions.days[exitAt]!, target: state === 'target', stop: state === 'stop' }
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

function columnsOf(weeks: readonly number[], rows: readonly Row[]): Samples {
  return {
    weeks: Int32Array.from(weeks),
    rows: rows.length,
    week: Int32Array.from(rows, row => row.week),
    settledOn: Int32Array.from(rows, row => row.settledOn),
    chanceOfTarget: Uint16Array.from(rows, row => row.chance.target),
    chanceOfStop: Uint16Array.from(rows, row => row.chance.stop),
    target: Uint8Array.from(rows, row => Number(row.target)),
    stop: Uint8Array.from(rows, row => Number(row.stop)),
    features: featureNames.map((_, at) => Float32Array.from(rows, row => row.features[at]!)),
  }
}
