import { monthlyPrices, periods, priceCents } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import type { OfferedPeriod } from './plan-features.ts'

/** The price per month and, below it, the amount charged per period. */
export function PlanPrice({ productId, period }: { productId: ProductId; period: OfferedPeriod }) {
  const t = useTranslation('billing')
  const perMonth = monthlyPrices[productId][period]
  const charged = priceCents(productId, period)
  if (perMonth === undefined || charged === null) return null
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="text-20 font-strong tracking-tight xl:text-28">{money(perMonth * 100)}</span>
        <span className="text-13 font-normal text-faded">{t('subscribe.per-month')}</span>
      </p>
      <p className="text-13 font-normal">{t(`subscribe.billed.${periods[period].name}`, { amount: money(charged) })}</p>
    </>
  )
}
