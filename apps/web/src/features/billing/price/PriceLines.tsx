import type { CouponDetail, PriceLine } from '@finlist/contract/billing'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'

type Price = { amount: number; lines: readonly PriceLine[]; couponDetail: CouponDetail | null }
type Props = {
  price: Price
  /** The name of the plan to be bought. */
  plan: string
  /** The name of the plan whose unused time is credited. */
  unused?: string
  className?: string
}

/** The lines of one preview, as calculated by the payment provider, and their total. */
export function PriceLines({ price, plan, unused = '', className = '' }: Props) {
  const t = useTranslation('billing')
  const { amount, lines, couponDetail } = price
  const labels: Record<PriceLine['kind'], string> = {
    plan,
    unused,
    coupon: couponDetail ? t('checkout.coupon', { code: couponDetail.code }) : t('checkout.discount'),
    trial: t('checkout.trial'),
    credit: t('checkout.credit'),
    owed: t('checkout.owed'),
    'too-small': t('checkout.too-small'),
    'to-credit': t('checkout.to-credit'),
  }
  return (
    <dl className={className}>
      {lines.map(line => (
        <div
          key={line.kind}
          className={`flex justify-between gap-x-4 py-1 text-14 ${line.amount < 0 ? 'text-good' : ''}`}
        >
          <dt className="min-w-0 wrap-anywhere">{labels[line.kind]}</dt>
          <dd className="figures whitespace-nowrap">{money(line.amount)}</dd>
        </div>
      ))}
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-ink pt-3">
        <dt className="text-14 font-strong">{t('checkout.today')}</dt>
        <dd aria-live="polite" className="text-28 font-strong tracking-tight">
          {money(amount)}
        </dd>
      </div>
    </dl>
  )
}

/** The amount, in cents, that the applied coupon takes off. */
export const savedBy = ({ lines }: Pick<Price, 'lines'>): number =>
  -(lines.find(({ kind }) => kind === 'coupon')?.amount ?? 0)
