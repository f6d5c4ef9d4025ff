import { isMarketIndex, parseSymbol } from '@finlist/domain/chart/symbol'

/** The bare code within the chart's own market and for an index, whose code names its market. */
export function codeOf(symbol: string, own: string): string {
  const [known, ofChart] = [parseSymbol(symbol), parseSymbol(own)]
  return known && (known.exchange === ofChart?.exchange || isMarketIndex(known)) ? known.stockCode : symbol
}
