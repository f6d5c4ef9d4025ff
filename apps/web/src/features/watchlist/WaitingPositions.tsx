import { useTranslation } from '../../i18n/texts.ts'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const rows = 10

/** Placeholder of ten rows. */
export function WaitingPositions() {
  const t = useTranslation('watchlist')
  const phone = useIsPhone()
  return (
    <ul aria-busy aria-label={t('loading')} data-waiting className="pt-16">
      {Array.from({ length: rows }, (_, row) => (
        <li key={row} className={`border-b border-line ${phone ? 'py-4' : 'py-2.5'}`}>
          <Skeleton className={phone ? 'h-16 w-full' : 'h-4 w-full'} />
        </li>
      ))}
    </ul>
  )
}
