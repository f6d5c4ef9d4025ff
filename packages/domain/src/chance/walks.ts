import type { Stock } from '../picking/bars.ts'
import { Random } from '../random.ts'
import { bridge } from './bridge.ts'
import { type Move, movesOf, onGrid } from './moves.ts'
import type { World } from './world.ts'

/**
 * The parameters that a random walk takes from a stock, as daily log returns: its drift, and its volatility overnight
 * and within the session.
 */
type Pace = { drift: number; night: number; session: number }

/**
 * Simulates each stock as an independent random walk with its own drift, volatility and trading days. Each day has a
 * random volatility, an overnight move and a session; its high and low are those of a Brownian bridge from open to
 * close. No move can be predicted from earlier ones. Deterministic for a seed.
 */
export function walks(stocks: readonly Stock[], seed: string): World {
  return stocks.flatMap(stock => {
    const moves = movesOf(stock)
    return moves.length < 2 ? [] : [walk(stock.code, moves, new Random(seed, 'walk', stock.code), lastClose(stock))]
  })
}

function walk(code: string, moves: readonly Move[], random: Random, level: number): World[number] {
  const { drift, night, session } = paceOf(moves)
  const column = () => new Float64Array(moves.length)
  const [opens, high, low, close, volume] = [column(), column(), column(), column(), column()]
  // Starts the walk such that its expected price halfway through is the stock's last close.
  let price = Math.log(level) - (drift * moves.length) / 2
  for (let at = 0; at < moves.length; at++) {
    // A random volatility for each day gives moves Student's t distribution with four degrees of freedom.
    const size = 1 / Math.sqrt(-Math.log(random.uniform() * random.uniform()))
    const open = price + drift + night * size * random.gaussian()
    opens[at] = onGrid(Math.exp(open))
    price = open + session * size * random.gaussian()
    close[at] = onGrid(Math.exp(price))
    high[at] = Math.max(close[at]!, onGrid(Math.exp(bridge(open, price, session * size, random.uniform(), 1))))
    low[at] = Math.min(close[at]!, onGrid(Math.exp(bridge(open, price, session * size, random.uniform(), -1))))
    volume[at] = random.pick(moves).volume
  }
  return { code, days: Int32Array.from(moves, ({ day }) => day), open: opens, high, low, close, volume }
}

/**
 * The session's volatility is estimated by Parkinson's method from daily ranges; the rest of the daily variance is
 * attributed to the night.
 */
function paceOf(moves: readonly Move[]): Pace {
  const mean = (of: (move: Move) => number) => moves.reduce((sum, move) => sum + of(move), 0) / moves.length
  const drift = mean(({ close }) => Math.log(close))
  const whole = mean(({ close }) => (Math.log(close) - drift) ** 2)
  const session = Math.min(whole, mean(({ high, low }) => Math.log(high / low) ** 2) / (4 * Math.LN2))
  return { drift, night: Math.sqrt(whole - session), session: Math.sqrt(session) }
}

const lastClose = ({ close }: Stock) => close[close.length - 1]!
