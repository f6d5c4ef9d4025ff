import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder while the figures load. */
export function WaitingFigures() {
  const t = useTranslation()
  return (
    <output className="grid gap-9">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-20 w-full max-w-96" />
      <Skeleton className="h-60 w-full" />
      <Skeleton className="h-40 w-full" />
    </output>
  )
}
