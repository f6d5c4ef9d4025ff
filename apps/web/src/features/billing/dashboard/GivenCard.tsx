import type { Given } from '@finlist/contract/billing'
import { useOperator } from '../../../api/operator.ts'
import { lastDay } from '../../../components/hong-kong-date.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'

/** A granted plan, or a grant of all plans: who granted it and when it ends. */
export function GivenCard({ given: { kind, productId, endsAt } }: { given: Given }) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const { brand } = useOperator()
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-4 pr-7.5">
      <div className="min-w-[min(100%,15rem)] flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-16 font-strong">
          {productId === null ? t('given.every-plan') : words.plan({ productId })}
          <Badge variant="good">{t(kind === 'trial' ? 'badge.trial' : 'badge.given')}</Badge>
        </h3>
        <p className="mt-0.5 text-14 text-faded">{t(`given.${kind}`, { brand })}</p>
      </div>
      <dl className="text-14 max-md:flex max-md:gap-2 md:w-44">
        <dt className="text-13 text-faded">{t('expires')}</dt>
        <dd className="figures md:text-start">{endsAt === null ? t('given.no-end') : lastDay(endsAt, 'long')}</dd>
      </dl>
    </li>
  )
}
