import { X } from 'lucide-react'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Coupon } from './use-price.ts'

type Props = {
  coupon: Coupon
  /**
   * The amount, in cents, that the applied coupon takes off. Undefined if the coupon replaces a discount, because the
   * coupon's amount is then not the saving.
   */
  saved: number | undefined
  /** The reason why this field blocks payment, if it does. */
  blocking?: string | undefined
  disabled?: boolean
}

/** Field to apply a coupon code. Once a coupon is applied, shows its saving and a button to remove it. */
export function CouponField({ coupon, saved, blocking, disabled = false }: Props) {
  const t = useTranslation('billing')
  if (coupon.applied)
    return (
      <output className="flex min-h-11 items-center gap-3 border-l-2 border-good bg-wash pr-1 pl-3 text-14 md:min-h-9">
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="font-strong">{coupon.applied.code}</span>{' '}
          {saved !== undefined && <span className="text-good">{t('coupon.saved', { amount: money(saved) })}</span>}
        </span>
        <button
          type="button"
          aria-label={t('coupon.dismiss', { code: coupon.applied.code })}
          disabled={disabled}
          onClick={coupon.dismiss}
          className="grid size-11 shrink-0 place-items-center rounded-md hover:not-disabled:bg-raised disabled:opacity-55 md:size-8"
        >
          <X size={16} aria-hidden />
        </button>
      </output>
    )
  return (
    <TextField
      label={t('coupon.label')}
      name="coupon"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="done"
      maxLength={100}
      value={coupon.typed}
      wrong={coupon.wrong ?? blocking}
      disabled={disabled || coupon.checking}
      onChange={({ target }) => coupon.setTyped(target.value)}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        if (coupon.canApply) coupon.apply()
      }}
      beside={
        <Button disabled={disabled || !coupon.canApply} onClick={coupon.apply}>
          {t(coupon.checking ? 'coupon.checking' : 'coupon.apply')}
        </Button>
      }
    />
  )
}
