import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { useTranslation } from '../i18n/texts.ts'

/** The names of plans and periods; `lower` is the form used within a sentence. */
export function usePlanWords() {
  const t = useTranslation('billing')
  return {
    plan: ({ productId }: { productId: ProductId }) => t(`plan.${products[productId].name}`),
    period: (id: PeriodId) => t(`period.${periods[id].name}`),
    lower: (id: PeriodId) => t(`period.lower.${periods[id].name}`),
  }
}
