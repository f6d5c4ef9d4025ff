import type { Overview } from '@finlist/contract/staff/overview'
import { Check, TriangleAlert } from 'lucide-react'
import { useTranslation } from '../../i18n/texts.ts'
import { needsAttention } from './needs-attention.ts'

/** The problems that need attention, one per line. If there are none, says so. */
export function Attention({ now }: { now: Overview }) {
  const t = useTranslation('overview')
  const found = needsAttention(now)
  if (found.length === 0)
    return (
      <p className="flex items-center gap-2 text-14">
        <Check size={16} aria-hidden className="shrink-0 text-good" />
        {t('well')}
      </p>
    )
  return (
    <ul aria-label={t('attention')} className="grid gap-1 text-14">
      {found.map(([kind, count]) => (
        <li key={kind} className="flex items-start gap-2">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-wrong" />
          {t(`attention.${kind}`, { count })}
        </li>
      ))}
    </ul>
  )
}
