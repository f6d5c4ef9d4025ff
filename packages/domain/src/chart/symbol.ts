import { type ExchangeId, exchangeIds, marketIndex } from '../markets.ts'

/** Prices beside the markets: the simulator's and the game's. */
export const practiceSpaces = ['PRAC', 'GAME'] as const
export type PracticeSpace = (typeof practiceSpaces)[number]
export type ChartExchange = ExchangeId | PracticeSpace

export type ChartSymbol<Exchange extends ChartExchange = ChartExchange> = { exchange: Exchange; stockCode: string }

const chartExchanges: readonly ChartExchange[] = [...exchangeIds, ...practiceSpaces]

/**
 * Reads 'HKEX:0700'. A bare code is of `otherwise`; an index is known by its code alone. Undefined when it names no
 * market of ours or no code.
 */
export function parseSymbol(text: string, otherwise?: ChartExchange): ChartSymbol | undefined {
  const [first = '', second, ...rest] = text.trim().toUpperCase().split(':')
  if (rest.length > 0) return undefined
  const stockCode = second ?? first
  if (!stockCode || stockCode.length > 12) return undefined
  if (second === undefined) {
    const exchange = otherwise ?? exchangeIds.find(id => marketIndex[id] === stockCode)
    return exchange && { exchange, stockCode }
  }
  const exchange = chartExchanges.find(id => id === first)
  return exchange && { exchange, stockCode }
}

export const symbolOf = ({ exchange, stockCode }: ChartSymbol) => `${exchange}:${stockCode}`

export const isPractice = (exchange: ChartExchange): exchange is PracticeSpace =>
  exchange === 'PRAC' || exchange === 'GAME'

/** Whether the symbol is the index of its market. */
export const isMarketIndex = ({ exchange, stockCode }: ChartSymbol) =>
  !isPractice(exchange) && marketIndex[exchange] === stockCode
