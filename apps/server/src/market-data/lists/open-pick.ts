import type { FinListStock } from '@finlist/contract/finlist'

type Candidate = { free: boolean; stock: Pick<FinListStock, 'percivalScore' | 'buyPoint'> }

/**
 * The pick of a list that is open to everybody: the one that staff marked or, without any, the one with the highest score
 * among those with a buy point or, if none has one, the highest score overall. Undefined for an empty list.
 */
export function openPickOf<Stock extends Candidate>(stocks: readonly Stock[]): Stock | undefined {
  const byScore = stocks.toSorted((one, other) => other.stock.percivalScore - one.stock.percivalScore)
  return stocks.find(({ free }) => free) ?? byScore.find(({ stock }) => stock.buyPoint !== -1) ?? byScore[0]
}
