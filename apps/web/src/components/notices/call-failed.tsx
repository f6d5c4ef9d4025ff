import { lazy, Suspense } from 'react'
import { ForbiddenError, isUnanswered } from '../../api/call-error.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { UnknownError } from './unknown-error.tsx'

const NoAccess = lazy(async () => ({ default: (await import('./no-access.tsx')).NoAccess }))

type Props = { error: unknown; onRetry?: () => void; alone?: boolean }

/** Replaces the data of a failed call. With `alone`, it includes the screen's heading. */
export function CallFailed({ error, onRetry, alone = false }: Props) {
  const t = useTranslation()
  const reason = <Reason error={error} {...(onRetry && { onRetry })} />
  if (!alone) return reason
  return (
    <>
      <h1 id="page-title" tabIndex={-1} className="sr-only">
        {t('error.title')}
      </h1>
      {reason}
    </>
  )
}

function Reason({ error, onRetry }: Props) {
  if (error instanceof ForbiddenError && error.code === 'source-use') return <EmptyState>{error.message}</EmptyState>
  if (error instanceof ForbiddenError)
    return (
      <Suspense>
        <NoAccess variant={error.code === 'device' || error.code === 'blocked' ? error.code : 'plan'} />
      </Suspense>
    )
  const unanswered = isUnanswered(error)
  return <UnknownError unanswered={unanswered} {...(onRetry && { onRetry })} />
}
