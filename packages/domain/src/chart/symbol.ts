import { stockCodes } from '../markets/stock-codes.ts'
import { type ExchangeId, exchangeIds, marketIndex } from '../markets.ts'
import { type ChartExchange, isPractice, type PracticeSpace, padded } from './padded.ts'

export type ChartSymbol<Exchange extends ChartExchange = ChartExchange> = { exchange: Exchange; stockCode: string }

export const practiceSpaces = ['PRAC', 'GAME'] as const satisfies PracticeSpace[]

const chartExchanges: readonly ChartExchange[] = [...exchangeIds, ...practiceSpaces]

/** Reads '0700.HK' as a code and its market; undefined without a known suffix. */
export function parseEnding(text: string): ChartSymbol<ExchangeId> | undefined {
  const [, code = '', ending = ''] = /^([A-Z\d]{1,12})\.([A-Z]{1,3})$/.exec(text.trim().toUpperCase()) ?? []
  const exchange = exchangeIds.find(id => stockCodes[id].endings.includes(ending))
  return exchange && { exchange, stockCode: padded(exchange, code) }
}

/**
 * Reads 'HKEX:0700', 'HKEX:700' and '0700.HK'. A bare code is of `otherwise`; an index is known by its code alone.
 * Undefined when it names no market of ours or no code.
 */
export function parseSymbol(text: string, otherwise?: ChartExchange): ChartSymbol | undefined {
  const [first = '', second, ...rest] = text.trim().toUpperCase().split(':')
  if (rest.length > 0) return undefined
  const stockCode = second ?? first
  if (!stockCode || stockCode.length > 12) return undefined
  if (second === undefined) {
    const ended = otherwise === undefined ? parseEnding(first) : undefined
    if (ended) return ended
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
