import { isMarketIndex, parseSymbol } from '@finlist/domain/chart/symbol'

/** A symbol's code, without its market if that is the chart's. The code of an index names its market anyway. */
export function codeOf(symbol: string, own: string): string {
  const [known, ofChart] = [parseSymbol(symbol), parseSymbol(own)]
  return known && (known.exchange === ofChart?.exchange || isMarketIndex(known)) ? known.stockCode : symbol
}
