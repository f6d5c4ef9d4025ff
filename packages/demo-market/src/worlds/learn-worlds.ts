import { walks } from '@finlist/domain/chance/walks'
import type { World } from '@finlist/domain/chance/world'
import { featureNames } from '@finlist/domain/learning/features'
import { samplesOf } from '@finlist/domain/learning/samples'
import { type Gate, gateOf, skillOver } from '@finlist/domain/learning/skill'
import { walkForward } from '@finlist/domain/learning/walk-forward'
import type { ExchangeId } from '@finlist/domain/markets'
import { usualCosts } from '@finlist/domain/outcome/rule'
import { Random } from '@finlist/domain/random'
import { demoMarket } from '../market.ts'
import { pickingStocks } from '../picking-stocks.ts'
import { type PlantedKind, plantedKinds } from '../profiles/planted-effect.ts'
import { adjustedWorld } from './adjusted-world.ts'

/** A board to generate. `stocks`: about how many of its stocks the method considers each week. */
type Board = { seed: string; exchange: ExchangeId; stocks: number; startDate: string }

/** About the share of a board's stocks that the method considers; the others trade too little. */
const considered: Record<ExchangeId, number> = { HKEX: 0.75, US: 0.96, JP: 0.95, CN: 0.75, TW: 0.6 }

const boardOf = ({ stocks, ...board }: Board, planted?: PlantedKind) =>
  demoMarket({ ...board, asOf: '2026-07-17', stocks: Math.round(stocks / considered[board.exchange]), planted })

/**
 * The gate's decision on what was learned from a world, the number of weeks that it is based on, and the learned
 * forecast's skill over the level with its 95% interval, in percent.
 */
type Judged = { gate: Gate; testWeeks: number; skill: string }
/**
 * `rows`: the number of tested stock-weeks in which the planted effect raises the price with all its strength. For
 * these, the means of the learned forecast and of the level, and the share that reached the target.
 */
type Recovered = Judged & { rows: number; said: number; level: number; came: number }

/** The daily standard deviation of the movement that all stocks of a world of chance share. */
const marketSd = 0.01

/**
 * A world without anything to learn: the walks of the board's stocks, each with its own volatility and all with the
 * same expected return, multiplied by the walk of a market that moves them all, some more than others.
 */
function worldOfChance(board: Board): World {
  const stocks = walks(pickingStocks(boardOf(board)), board.seed)
  const random = new Random(board.seed, board.exchange, 'walk of the market')
  const days = [...new Set(stocks.flatMap(({ days: own }) => Array.from(own)))].sort((one, other) => one - other)
  const moves = new Map(days.map(day => [day, marketSd * random.gaussian()]))
  return stocks.map(stock => {
    const beta = random.between(0.5, 1.5)
    let price = 0
    const by = Float64Array.from(stock.days, day => {
      const move = beta * moves.get(day)!
      price += move - (beta * marketSd) ** 2 / 2
      return Math.exp(price)
    })
    const column = (of: ArrayLike<number>) => by.map((factor, at) => factor * of[at]!)
    const { open, high, low, close } = stock
    return { ...stock, open: column(open), high: column(high), low: column(low), close: column(close) }
  })
}

/** Tests what is learned from a world of chance. */
export const judgeChance = (board: Board): Judged => judged(tested(board, worldOfChance(board)))

/** Tests what is learned from a board in which an effect is planted. */
export function recover(kind: PlantedKind, board: Board): Recovered {
  const test = tested(board, adjustedWorld(boardOf(board, kind)))
  const { feature, strength } = plantedKinds[kind]
  const figures = test.samples.features[featureNames.indexOf(feature)]!
  const { rows: testRows, said } = test.forecast
  const lifted = Array.from(testRows.keys()).filter(at => strength(figures[testRows[at]!]!) >= 1)
  const mean = (of: (at: number) => number) => lifted.reduce((sum, at) => sum + of(at), 0) / lifted.length
  return {
    ...judged(test),
    rows: lifted.length,
    said: mean(at => said.learned[at]!),
    level: mean(at => said.level[at]!),
    came: mean(at => test.samples.target[testRows[at]!]!),
  }
}

function tested({ exchange }: Board, world: World) {
  const samples = samplesOf(exchange, world, usualCosts[exchange])
  return { samples, forecast: walkForward(samples) }
}

function judged({ samples, forecast }: ReturnType<typeof tested>): Judged {
  const testWeeks = new Set(Array.from(forecast.rows, row => samples.week[row])).size
  const skill = skillOver(samples, forecast, { of: 'learned', over: 'level' }, { seed: 'ab'.repeat(32) })
  const percent = (value: number) => (100 * value).toFixed(1)
  const text = skill ? `${percent(skill.mean)} [${percent(skill.low)}, ${percent(skill.high)}]` : 'none'
  return { gate: gateOf(skill, testWeeks), testWeeks, skill: text }
}
