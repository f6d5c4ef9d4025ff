import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const rows = 12

/** Skeleton for the results list. */
export function WaitingResults() {
  const t = useTranslation('finder')
  return (
    <ul aria-busy aria-label={t('loading')} className="mt-14 border-t border-ink">
      {Array.from({ length: rows }, (_, row) => (
        <li key={row} className="flex h-20 items-center border-b border-line md:h-9">
          <Skeleton className="h-10 w-full md:h-3" />
        </li>
      ))}
    </ul>
  )
}
