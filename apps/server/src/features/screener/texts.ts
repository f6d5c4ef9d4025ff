import type { screenTexts } from '@finlist/contract/screener'
import type { TextName } from '@finlist/domain/screener/figures'
import type * as z from 'zod/mini'
import type { Named } from '../../market-data/screen/board.ts'
import type { MarketColumns } from '../../market-data/screen/market-columns.ts'

/** The texts of the markets' stocks, each with its number of stocks, by name. A stock without one is not counted. */
export function textsOf(figure: TextName, markets: readonly MarketColumns[]): z.output<typeof screenTexts.data> {
  const counts = new Map<string, Named & { stocks: number }>()
  for (const { board, of } of markets) {
    const texts = of(figure) as readonly string[]
    for (const [row, stock] of board.stocks.entries()) {
      const text = texts[row]!
      if (text === '') continue
      const known = counts.get(text)
      if (known) known.stocks++
      else counts.set(text, { text, textZh: zhOf(figure, stock), stocks: 1 })
    }
  }
  return [...counts.values()].toSorted((one, other) => one.text.localeCompare(other.text, 'en'))
}

function zhOf(figure: TextName, { sector, subSector }: MarketColumns['board']['stocks'][number]): string {
  return figure === 'sector' ? sector.textZh : figure === 'subsector' ? subSector.textZh : ''
}
