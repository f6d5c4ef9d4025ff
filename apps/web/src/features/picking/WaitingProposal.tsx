import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const usualRows = 40

/** Placeholder with the height of a typical list, so that little below it moves when the list arrives. */
export function WaitingProposal() {
  const t = useTranslation('picking')
  return (
    <output className="block">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-5 w-64" />
      <Skeleton className="mt-4 h-40 w-full" />
      <div className="mt-8 border-t border-ink">
        {Array.from({ length: usualRows }, (_, row) => (
          <span key={row} className="flex h-24 flex-col justify-center gap-2 border-b border-line md:h-9">
            <Skeleton className="h-3 w-3/5" />
            <Skeleton className="h-3 w-2/5 md:hidden" />
          </span>
        ))}
      </div>
    </output>
  )
}
