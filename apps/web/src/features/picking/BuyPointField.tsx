import { currencyOf, type ExchangeId } from '@finlist/domain/markets'
import type { ComponentProps } from 'react'
import { formatChange, formatPrice } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { distanceOf } from './columns.tsx'

type Props = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'wrong' | 'onChange'> & {
  exchange: ExchangeId
  required: boolean
  /** The pick's close; undefined if it is not known. */
  close: number | undefined
  typed: number | undefined
}

/** Field for a buy point, which shows its distance from the close during typing. */
export function BuyPointField({ exchange, required, close, typed, ...field }: Props) {
  const t = useTranslation('picking')
  const distance = close !== undefined && typed !== undefined ? distanceOf({ buyPoint: typed, close }) : null
  const hint =
    close === undefined || close <= 0
      ? t('buy-point.optional')
      : distance === null
        ? t('buy-point.close', { close: formatPrice(close) })
        : t('buy-point.distance', { close: formatPrice(close), percent: formatChange(distance) })
  return (
    <TextField
      label={`${t('column.buyPoint')} (${currencyOf[exchange]})`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      required={required}
      hint={hint}
      {...field}
    />
  )
}
