import { type ExchangeId, exchangeIds } from '../markets.ts'

export type ChartSymbol = { exchange: ExchangeId; stockCode: string }

/** Reads 'HKEX:0700'. Undefined when it names no market of ours or no code. */
export function parseSymbol(text: string): ChartSymbol | undefined {
  const [exchange, stockCode, ...rest] = text.split(':')
  if (rest.length > 0 || !stockCode || stockCode.length > 12) return undefined
  const known = exchangeIds.find(id => id === exchange)
  return known && { exchange: known, stockCode }
}

export const symbolOf = ({ exchange, stockCode }: ChartSymbol) => `${exchange}:${stockCode}`
