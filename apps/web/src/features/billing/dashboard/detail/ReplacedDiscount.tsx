import type { UpdatePreview } from '@finlist/contract/billing'
import { money } from '../../../../components/money.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'

type Props = {
  price: UpdatePreview
  replaces: NonNullable<UpdatePreview['replaces']>
  accepted: boolean
  wrong: boolean
  disabled: boolean
  onAccept: (accepted: boolean) => void
}

/**
 * Shows which discount on later payments the coupon would end, and the costs with either of them. The user accepts the
 * loss by ticking a box.
 */
export function ReplacedDiscount({ price, replaces, accepted, wrong, disabled, onAccept }: Props) {
  const t = useTranslation('dashboard')
  const cost = ({ amount, nextAmount }: { amount: number; nextAmount: number }) =>
    t('change.discount.cost', { now: money(amount), later: money(nextAmount) })
  return (
    <div className="border-l-2 border-ink bg-wash px-3 py-2 text-14">
      <p>{t('change.discount.lost', { name: replaces.name })}</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-faded">{t('change.discount.kept')}</dt>
        <dd>{cost(replaces)}</dd>
        <dt className="text-faded">{t('change.discount.with-code')}</dt>
        <dd>{cost(price)}</dd>
      </dl>
      <Checkbox
        className="mt-1"
        label={t('change.discount.accept', { name: replaces.name })}
        checked={accepted}
        disabled={disabled}
        aria-invalid={wrong}
        onChange={({ target }) => onAccept(target.checked)}
      />
      {wrong && (
        <p role="alert" className="text-13 text-wrong">
          {t('change.discount.unaccepted')}
        </p>
      )}
    </div>
  )
}
