import { hasDecimals, toStep } from '@finlist/domain/decimals'
import type { ComponentProps } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatMoney } from '../market-figures.tsx'

/** The field values as typed. */
export type TypedPosition = { buyPrice: string; shares: string }

type Props = {
  typed: TypedPosition
  field: (name: keyof TypedPosition) => Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'wrong' | 'onChange'>
  /** The amount by which an arrow key changes the buy price. More decimals may be typed. */
  step: number
}

/** The fields for buy price and shares; shows their product during typing. */
export function PositionFields({ typed, field, step }: Props) {
  const t = useTranslation('watchlist')
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2">
        <TextField
          label={t('buyPrice')}
          type="number"
          inputMode="decimal"
          required
          min={0}
          step={step}
          {...field('buyPrice')}
        />
        <TextField
          label={t('shares')}
          type="number"
          inputMode="numeric"
          required
          min={1}
          step={1}
          {...field('shares')}
        />
      </div>
      <p className="text-14">
        <span className="text-faded">{t('total')}</span>{' '}
        <output className="figures font-strong">{totalOf(typed)}</output>
      </p>
    </>
  )
}

/** Number of decimals stored for a buy price. */
const decimals = 4

/** A price as suggested in the form, rounded to the stored precision; empty if zero. */
export const typedPrice = (price: number): string => String(toStep(price, 10 ** -decimals) || '')

/** The position fields of a form: their texts, and the error for a price with more decimals than are stored. */
export function usePosition() {
  const t = useTranslation('watchlist')
  return {
    words: { buyPrice: t('buyPrice.required'), shares: t('shares.required') },
    priceFault: ({ buyPrice }: TypedPosition) => {
      const price = numberOf(buyPrice)
      if (price === undefined || !(price >= 0) || hasDecimals(price, decimals)) return undefined
      return t('buyPrice.decimals', { count: decimals })
    },
  }
}

export const positionOf = ({ buyPrice, shares }: TypedPosition) => ({
  buyPrice: numberOf(buyPrice),
  shares: numberOf(shares),
})

const numberOf = (typed: string) => (typed.trim() === '' ? undefined : Number(typed))

function totalOf({ buyPrice, shares }: TypedPosition): string {
  const total = Number(buyPrice) * Number(shares)
  return Number(buyPrice) > 0 && Number(shares) > 0 ? formatMoney(total) : '--'
}
