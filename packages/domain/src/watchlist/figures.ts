/**
 * A position in a stock. `delistedOn` is set if the stock is no longer listed, so that its last price is not a current
 * price.
 */
export type Position = {
  buyPrice: number
  shares: number
  currentPrice: number | null
  delistedOn?: string | undefined
}

/**
 * Figures in the market's currency; percent as 3.25 for 3.25%. Without a price, all figures but the cost are null. With
 * a cost of 0, `profitPercent` is null.
 */
export type Figures = {
  cost: number
  totalValue: number | null
  profit: number | null
  profitPercent: number | null
}

export function figuresOf({ buyPrice, shares, currentPrice }: Position): Figures {
  const cost = buyPrice * shares
  if (currentPrice === null) return { cost, totalValue: null, profit: null, profitPercent: null }
  const totalValue = currentPrice * shares
  const profit = totalValue - cost
  return { cost, totalValue, profit, profitPercent: cost > 0 ? (profit / cost) * 100 : null }
}

/** The strategy's guidance, in percent of the buy price: stop loss at 7 to 8, profit at 20 to 25, chase at most 5. */
export const guidance = { stop: [7, 8], target: [20, 25], chase: 5 } as const
/** The guidance, by the names used in texts. */
export const limits = {
  stop: guidance.stop[0],
  lastStop: guidance.stop[1],
  target: guidance.target[0],
  lastTarget: guidance.target[1],
  chase: guidance.chase,
}

/** The states, from under the stop to beyond the target. */
export const disciplineStates = [
  'past-stop',
  'near-stop',
  'within-chase',
  'beyond-chase',
  'at-target',
  'past-target',
] as const

/** A position compared with the guidance. It is a description, not advice. */
export type Discipline = {
  /** Prices at which 7 and 8% are lost, and 20 and 25% are gained. */
  stop: readonly [number, number]
  target: readonly [number, number]
  /** The highest price that is still within 5% above the buy price. */
  chaseLimit: number
  state: (typeof disciplineStates)[number]
}

/**
 * Compares a position with the guidance; null without a price, with a buy price of 0, or for a stock that is no longer
 * listed.
 */
export function disciplineOf({ buyPrice, currentPrice, delistedOn }: Omit<Position, 'shares'>): Discipline | null {
  if (currentPrice === null || buyPrice <= 0 || delistedOn !== undefined) return null
  const at = (percent: number) => buyPrice * (1 + percent / 100)
  // Rounded, so that a price exactly at a limit counts as at the limit.
  const change = Math.round((currentPrice / buyPrice - 1) * 1e8) / 1e6
  const [cut, lastCut] = guidance.stop
  const [take, lastTake] = guidance.target
  const state =
    change <= -lastCut
      ? 'past-stop'
      : change <= -cut
        ? 'near-stop'
        : change <= guidance.chase
          ? 'within-chase'
          : change < take
            ? 'beyond-chase'
            : change <= lastTake
              ? 'at-target'
              : 'past-target'
  return {
    stop: [at(-cut), at(-lastCut)],
    target: [at(take), at(lastTake)],
    chaseLimit: at(guidance.chase),
    state,
  }
}

export type Totals = Omit<Figures, 'cost'> & {
  positions: number
  priced: number
  delisted: number
  cost: number | null
}

/**
 * Sums of the positions in one currency that are listed and have a price, so that all sums cover the same positions.
 * `delisted` is the number of positions left out because they are no longer listed.
 */
export function totalsOf(positions: readonly Position[]): Totals {
  let cost = 0
  let totalValue = 0
  let priced = 0
  const listed = positions.filter(({ delistedOn }) => delistedOn === undefined)
  const counts = { positions: positions.length, delisted: positions.length - listed.length }
  for (const position of listed) {
    const figures = figuresOf(position)
    if (figures.totalValue === null) continue
    priced++
    cost += figures.cost
    totalValue += figures.totalValue
  }
  if (priced === 0) return { ...counts, priced, ...nothing }
  const profit = totalValue - cost
  const profitPercent = cost > 0 ? (profit / cost) * 100 : null
  return { ...counts, priced, cost, totalValue, profit, profitPercent }
}

const nothing = { cost: null, totalValue: null, profit: null, profitPercent: null }
