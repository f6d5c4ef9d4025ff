import type { WatchlistStock } from '@finlist/contract/watchlist'
import { StickyNote } from 'lucide-react'
import type { ComponentProps } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { formatPrice } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { OrderHandle } from '../../ui/order-handle.tsx'
import { titleOf } from './position-title.ts'

/** The handle that moves the position in the user's own order. */
export function Handle({ stock, ...props }: ComponentProps<'button'> & { stock: WatchlistStock }) {
  const t = useTranslation('watchlist')
  return (
    <OrderHandle
      shortLabel={t('order.handle')}
      label={t('order.move', { stock: titleOf(stock) })}
      className="-my-1 -ml-2 size-6"
      {...props}
    />
  )
}

/** Marks a stock that is no longer listed, with the date of its delisting and the final value of a share. */
export function DelistedSign({ stock }: { stock: WatchlistStock }) {
  const t = useTranslation('watchlist')
  if (stock.delistedOn === undefined) return null
  const value = stock.lastValue == null ? '' : t('stock.last-value', { price: formatPrice(stock.lastValue) })
  return (
    <span className="text-12 font-normal text-wrong">
      {[t('stock.delisted', { date: formatDay(stock.delistedOn, 'short') }), value].filter(Boolean).join(', ')}
    </span>
  )
}

/** Marks a position that has a note by the user. */
export function NoteSign() {
  const t = useTranslation('watchlist')
  return (
    <>
      <StickyNote size={13} aria-hidden className="self-center text-faded" />
      <span className="sr-only">{t('column.note')}</span>
    </>
  )
}
