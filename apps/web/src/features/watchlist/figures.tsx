import type { WatchlistStock } from '@finlist/contract/watchlist'
import { disciplineOf, figuresOf } from '@finlist/domain/watchlist/figures'
import { useTexts } from '../../i18n/texts.ts'
import { Change, formatChange, formatMoney } from '../../parts/market-figures.tsx'

export const none = '--'

/** An amount, or two dashes where there is no price. */
export const amount = (value: number | null) => (value === null ? none : formatMoney(value))

const signed = (value: number) => `${value > 0 ? '+' : ''}${formatMoney(value)}`

/** The profit and, beside it, how much of the cost it is. */
export function Profit({ stock }: { stock: WatchlistStock }) {
  const { profit, profitPercent } = figuresOf(stock)
  if (profit === null) return none
  return (
    <>
      <Change value={profit} format={signed} />{' '}
      <span className="text-12 text-faded">
        {profitPercent === null ? none : `${formatChange(profitPercent)} %`}
      </span>
    </>
  )
}

/** In a few words, where the position stands by the guidance; nothing without a price. */
export function State({ stock }: { stock: WatchlistStock }) {
  const t = useTexts('watchlist')
  const found = disciplineOf(stock)
  return found && t(`state.${found.state}`)
}
