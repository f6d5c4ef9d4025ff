import { useTranslation } from '../../i18n/texts.ts'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HeadRoom } from './ListHead.tsx'
import { StockTableSkeleton } from './StockTable.tsx'
import { Toolbar } from './Toolbar.tsx'

const usualIssue = 50

/** Placeholder with the height of a typical issue, so that nothing below moves when the list arrives. */
export function WaitingList() {
  const t = useTranslation('finlist')
  const phone = useIsPhone()
  return (
    <>
      <HeadRoom />
      <Toolbar search={<Skeleton className="h-11 flex-1 md:h-9 md:max-w-72" />} />
      <div className="flex min-h-6 items-center pb-1 md:min-h-7 md:pb-2">
        <Skeleton className="h-3 w-56" />
      </div>
      {phone ? (
        <div aria-busy>
          {Array.from({ length: usualIssue }, (_, row) => (
            <div key={row} className="flex h-24 flex-col justify-center gap-2 border-b border-line">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3 w-2/5" />
            </div>
          ))}
        </div>
      ) : (
        <StockTableSkeleton caption={t('loading')} rows={usualIssue} />
      )}
    </>
  )
}
