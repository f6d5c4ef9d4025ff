import type { User } from '@finlist/contract/account/account'
import { useState } from 'react'
import { productNow } from '../../api/product-now.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { Link } from '../../components/link.tsx'
import { usePlanWords } from '../../components/plan-words.ts'
import { useTranslation } from '../../i18n/texts.ts'

/** Lazy-loaded. Reports the unpaid renewal and how long the plan is kept, with a button to resolve it. */
export default function PastDueBanner({ due }: { due: NonNullable<User['pastDue']> }) {
  const t = useTranslation('notices')
  const words = usePlanWords()
  const [now] = useState(productNow)
  const isKept = Date.parse(due.accessUntil) > now
  return (
    <aside
      aria-label={t('due.label')}
      className="flex flex-wrap items-center justify-between gap-x-6 border-b border-l-2 border-b-line border-l-wrong bg-wash px-4 py-1 text-13 md:px-8"
    >
      <p>
        <span className="font-strong">{t('due', { plan: words.plan(due) })}</span>{' '}
        {t(isKept ? 'due.kept' : 'due.over', { date: hongKongDate(due.accessUntil, 'moment') })}
      </p>
      <Link
        to={`/dashboard?subscriptionId=${encodeURIComponent(due.subscriptionId)}`}
        className="inline-flex min-h-11 items-center font-strong max-md:-my-1.5 text-accent underline underline-offset-2 md:min-h-7"
      >
        {t('due.finish')}
      </Link>
    </aside>
  )
}
