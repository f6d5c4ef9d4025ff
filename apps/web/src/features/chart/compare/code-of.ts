import { isMarketIndex, parseSymbol } from '@finlist/domain/chart/symbol'

/**
 * A symbol for display. The market is added to the code unless it is that of the chart's symbol `own`. An index is
 * never given one, because its code implies its market.
 */
export function codeOf(symbol: string, own: string): string {
  const [known, ofChart] = [parseSymbol(symbol), parseSymbol(own)]
  return known && (known.exchange === ofChart?.exchange || isMarketIndex(known)) ? known.stockCode : symbol
}
