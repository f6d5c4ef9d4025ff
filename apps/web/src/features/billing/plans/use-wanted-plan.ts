import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

export type Wanted = { productId: ProductId; billingPeriodId: PeriodId }

/** The plan to buy, as named in the address. While the address names a plan, the checkout is open. */
export function useWantedPlan() {
  const [named] = useSearchParams()
  const navigate = useNavigate()
  const cameFromPlans = (useLocation().state as { fromPlans?: boolean } | null)?.fromPlans === true
  const productId = keyOf(products, named.get('productId'))
  const billingPeriodId = keyOf(periods, named.get('billingPeriodId'))
  const wanted: Wanted | undefined = productId && billingPeriodId && { productId, billingPeriodId }
  return {
    wanted,
    /** The period named in the address, with or without a plan. */
    billingPeriodId,
    want: (plan: Wanted) => {
      const next = new URLSearchParams(named)
      for (const [name, id] of Object.entries(plan)) next.set(name, String(id))
      void navigate(`/subscribe?${next}`, { state: { fromPlans: true } })
    },
    leave: () => void (cameFromPlans ? navigate(-1) : navigate('/subscribe', { replace: true })),
  }
}

/** Parses a key of the table. Accepts it only exactly as written: no sign, space or leading zero. */
function keyOf<T extends object>(table: T, text: string | null): (keyof T & number) | undefined {
  return text !== null && Object.hasOwn(table, text) ? (Number(text) as keyof T & number) : undefined
}
