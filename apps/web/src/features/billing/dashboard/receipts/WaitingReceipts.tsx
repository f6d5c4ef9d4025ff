import { useTranslation } from '../../../../i18n/texts.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'

/** Placeholder of five rows, each as high as a receipt. */
export function WaitingReceipts() {
  const t = useTranslation()
  return (
    <ul aria-busy aria-label={t('loading')} className="border-t border-ink md:mt-9">
      {[1, 2, 3, 4, 5].map(row => (
        <li key={row} className="flex h-18 items-center gap-6 border-b border-line md:h-12">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-16" />
        </li>
      ))}
    </ul>
  )
}
