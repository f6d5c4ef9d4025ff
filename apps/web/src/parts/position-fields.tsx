import { decimalsOf, hasDecimals } from '@finlist/domain/decimals'
import { useTranslation } from '../i18n/texts.ts'
import { TextField } from '../ui/text-field.tsx'
import { formatMoney } from './market-figures.tsx'

/** As typed; errors show only after an attempt to submit. */
export type TypedPosition = { buyPrice: string; shares: string }

type Props = {
  typed: TypedPosition
  onType: (typed: TypedPosition) => void
  /** The step of the buy price. */
  step: number
  tried: boolean
}

/** Buy price and shares, and their product while one types. */
export function PositionFields({ typed, onType, step, tried }: Props) {
  const t = useTranslation('watchlist')
  const { buyPrice, shares } = typed
  const decimals = decimalsOf(step)
  const priceFault = () => {
    if (priceOf(buyPrice) === undefined) return t('buyPrice.required')
    if (hasDecimals(Number(buyPrice), decimals)) return false
    return decimals === 0 ? t('buyPrice.whole') : t('buyPrice.decimals', { count: decimals })
  }
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
          value={buyPrice}
          onChange={event => onType({ ...typed, buyPrice: event.target.value })}
          wrong={tried && priceFault()}
        />
        <TextField
          label={t('shares')}
          type="number"
          inputMode="numeric"
          required
          min={1}
          step={1}
          value={shares}
          onChange={event => onType({ ...typed, shares: event.target.value })}
          wrong={tried && sharesOf(shares) === undefined && t('shares.required')}
        />
      </div>
      <p className="text-14">
        <span className="text-faded">{t('total')}</span>{' '}
        <output className="figures font-strong">{totalOf(typed)}</output>
      </p>
    </>
  )
}

/** The typed position, undefined while invalid: a price with more decimals than the step would be rounded. */
export function positionOf(
  { buyPrice, shares }: TypedPosition,
  step: number,
): { buyPrice: number; shares: number } | undefined {
  const price = priceOf(buyPrice)
  const count = sharesOf(shares)
  if (price === undefined || count === undefined || !hasDecimals(price, decimalsOf(step))) return undefined
  return { buyPrice: price, shares: count }
}

function priceOf(typed: string): number | undefined {
  const price = Number(typed)
  return typed.trim() !== '' && Number.isFinite(price) && price >= 0 && price <= 1e9 ? price : undefined
}

function sharesOf(typed: string): number | undefined {
  const shares = Number(typed)
  return typed.trim() !== '' && Number.isInteger(shares) && shares >= 1 && shares <= 1e12 ? shares : undefined
}

function totalOf({ buyPrice, shares }: TypedPosition): string {
  const total = Number(buyPrice) * Number(shares)
  return Number(buyPrice) > 0 && Number(shares) > 0 ? formatMoney(total) : '--'
}
