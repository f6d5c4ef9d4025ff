import { isMarketIndex, parseSymbol } from '@finlist/domain/chart/symbol'

/**
 * Formats a symbol for display: its code, after its market if that differs from the market of the chart's symbol `own`.
 * An index needs no market, because its code implies it.
 */
export function codeOf(symbol: string, own: string): string {
  const [known, ofChart] = [parseSymbol(symbol), parseSymbol(own)]
  return known && (known.exchange === ofChart?.exchange || isMarketIndex(known)) ? known.stockCode : symbol
}
