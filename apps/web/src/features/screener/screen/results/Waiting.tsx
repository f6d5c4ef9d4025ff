import { useTranslation } from '../../../../i18n/texts.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'

const rows = 14

/** Placeholders for the matches. Those of a past week may take some seconds. */
export function Waiting({ isPast = false }: { isPast?: boolean }) {
  const t = useTranslation('screener')
  return (
    <div aria-busy>
      {isPast ? <p className="text-13 text-faded">{t('loading.past')}</p> : <Skeleton className="h-5 w-72" />}
      <ul aria-label={t('loading')} className="mt-14 border-t border-ink">
        {Array.from({ length: rows }, (_, row) => (
          <li key={row} className="flex h-17 items-center border-b border-line md:h-9">
            <Skeleton className="h-10 w-full md:h-3" />
          </li>
        ))}
      </ul>
    </div>
  )
}
