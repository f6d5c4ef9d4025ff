import type { Stock } from '../picking/bars.ts'
import { Random } from '../random.ts'
import { bridge } from './bridge.ts'
import { type Move, movesOf, onGrid } from './moves.ts'
import type { World } from './world.ts'

/** The volatility that a random walk takes from a stock, in daily log returns: overnight, and within the session. */
type Pace = { night: number; session: number }

/**
 * Simulates each stock as an independent random walk with its own volatility and trading days. All stocks have the same
 * expected return, the mean of the market's: with different returns, past prices would predict later ones. Each day
 * has a random volatility, an overnight move and a session; its high and low are those of a Brownian bridge from open to
 * close. No move can be predicted from earlier ones. Deterministic for a seed.
 */
export function walks(stocks: readonly Stock[], seed: string): World {
  const known = stocks.map(stock => ({ stock, moves: movesOf(stock) })).filter(({ moves }) => moves.length > 1)
  const drift = driftOf(known.map(({ moves }) => moves))
  return known.map(({ stock, moves }) =>
    walk(stock.code, { moves, drift, level: lastClose(stock) }, new Random(seed, 'walk', stock.code)),
  )
}

function walk(
  code: string,
  { moves, drift, level }: { moves: readonly Move[]; drift: number; level: number },
  random: Random,
): World[number] {
  const { night, session } = paceOf(moves)
  const column = () => new Float64Array(moves.length)
  const [opens, high, low, close, volume] = [column(), column(), column(), column(), column()]
  // Starts the walk such that its median price halfway through is about the stock's last close.
  let price = Math.log(level) - ((drift - (night ** 2 + session ** 2) / 2) * moves.length) / 2
  for (let at = 0; at < moves.length; at++) {
    // A random volatility for each day gives moves Student's t distribution with four degrees of freedom.
    const size = 1 / Math.sqrt(-Math.log(random.uniform() * random.uniform()))
    const open = price + drift + moved(night * size, random)
    opens[at] = onGrid(Math.exp(open))
    price = open + moved(session * size, random)
    close[at] = onGrid(Math.exp(price))
    high[at] = Math.max(close[at]!, onGrid(Math.exp(bridge(open, price, session * size, random.uniform(), 1))))
    low[at] = Math.min(close[at]!, onGrid(Math.exp(bridge(open, price, session * size, random.uniform(), -1))))
    volume[at] = random.pick(moves).volume
  }
  return { code, days: Int32Array.from(moves, ({ day }) => day), open: opens, high, low, close, volume }
}

/** A random log return whose expected return is zero, whatever its deviation. */
const moved = (deviation: number, random: Random) => deviation * random.gaussian() - deviation ** 2 / 2

/** The logarithm of the market's mean daily return plus one: the mean over the stocks of each stock's mean. */
function driftOf(all: readonly (readonly Move[])[]): number {
  return Math.log(mean(all, moves => mean(moves, ({ close }) => close)))
}

/**
 * The session's volatility is estimated by Parkinson's method from daily ranges; the rest of the daily variance is
 * attributed to the night.
 */
function paceOf(moves: readonly Move[]): Pace {
  const own = mean(moves, ({ close }) => Math.log(close))
  const whole = mean(moves, ({ close }) => (Math.log(close) - own) ** 2)
  const session = Math.min(whole, mean(moves, ({ high, low }) => Math.log(high / low) ** 2) / (4 * Math.LN2))
  return { night: Math.sqrt(whole - session), session: Math.sqrt(session) }
}

const mean = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0) / items.length

const lastClose = ({ close }: Stock) => close[close.length - 1]!
