import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { Link } from '../../components/link.tsx'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Fetches the texts and the code in parallel. */
const WhatChanged = lazy(async () => (await Promise.all([import('./WhatChanged.tsx'), fetchTexts('why')] as const))[0])

/** `isWanted`: whether the first rows have been rendered. Requests made from then on delay nothing else. */
type Props = ComponentProps<typeof WhatChanged> & { isWanted: boolean }

/** States who made the list, and what has changed since the previous one. */
export const ListHead = ({ isWanted, ...of }: Props) => (
  <Suspense fallback={<HeadRoom />}>{isWanted ? <WhatChanged {...of} /> : <HeadRoom />}</Suspense>
)

/**
 * Reserves space until it is known who made the list (until then, `method` is undefined), so that nothing below moves.
 * On a phone, the reserved space is one line until the user expands the changes.
 */
export function HeadRoom({ method, children }: { method?: string | null | undefined; children?: ReactNode }) {
  const t = useTranslation('finlist')
  const shownIf = (isShown: boolean) => `col-start-1 row-start-1 min-w-0 gap-1 ${isShown ? '' : 'invisible'}`
  return (
    <div className="pt-1 text-13 md:pt-3 in-brief">
      <div className="grid max-w-[100ch] grid-cols-[minmax(0,1fr)] text-faded">
        <p className={shownIf(typeof method === 'string')}>
          <span className="brief">{t('made.method')}</span>{' '}
          <Link to="/method" className="shrink-0 text-accent underline underline-offset-2">
            {t('made.how')}
          </Link>
        </p>
        <p className={shownIf(method === null)}>{t('made.staff')}</p>
        {!children && <Skeleton later className="col-start-1 row-start-1 mt-1 h-3.5 w-4/5" />}
      </div>
      <div className="min-h-11 md:min-h-8">
        {children || (
          <div className="flex h-11 items-center md:h-8">
            <Skeleton later className="h-3.5 w-48" />
          </div>
        )}
      </div>
    </div>
  )
}
