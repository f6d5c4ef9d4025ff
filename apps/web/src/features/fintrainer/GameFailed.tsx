import { ForbiddenError, isUnanswered } from '../../api/call-error.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { UnknownError } from '../../components/notices/unknown-error.tsx'

/**
 * Replaces the game after an error. If access to the game is refused, names no plan, because no plan would give access.
 */
export function GameFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ForbiddenError && (error.code === 'device' || error.code === 'blocked'))
    return <CallFailed error={error} />
  return <UnknownError unanswered={isUnanswered(error)} onRetry={onRetry} />
}
