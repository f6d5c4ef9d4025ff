import { exchangeIds, marketIndex } from '../markets.ts'
import { parseMarked } from './marked-code.ts'
import { type ChartExchange, isPractice, type PracticeSpace, padded } from './padded.ts'

export type ChartSymbol<Exchange extends ChartExchange = ChartExchange> = { exchange: Exchange; stockCode: string }

export const practiceSpaces = ['PRAC', 'GAME'] as const satisfies PracticeSpace[]

const chartExchanges: readonly ChartExchange[] = [...exchangeIds, ...practiceSpaces]

/**
 * Parses 'HKEX:0700' and 'HKEX:700'. A code without a market belongs to `otherwise`. Without `otherwise`, such a code
 * must be the code of a market's index or one that `parseMarked` parses. Undefined if the text has no supported market
 * or no code.
 */
export function parseSymbol(text: string, otherwise?: ChartExchange): ChartSymbol | undefined {
  const [first = '', second, ...rest] = text.normalize('NFKC').trim().toUpperCase().split(':')
  if (rest.length > 0) return undefined
  const stockCode = second ?? first
  if (!stockCode || stockCode.length > 12) return undefined
  if (second === undefined) {
    const marked = otherwise === undefined ? parseMarked(first) : undefined
    if (marked) return marked
    const exchange = otherwise ?? exchangeIds.find(id => marketIndex[id] === stockCode)
    return exchange && { exchange, stockCode }
  }
  const exchange = chartExchanges.find(id => id === first)
  return exchange && { exchange, stockCode: padded(exchange, stockCode) }
}

export const symbolOf = ({ exchange, stockCode }: ChartSymbol) => `${exchange}:${stockCode}`

/** Whether the symbol is the index of its market. */
export const isMarketIndex = ({ exchange, stockCode }: ChartSymbol) =>
  !isPractice(exchange) && marketIndex[exchange] === stockCode
