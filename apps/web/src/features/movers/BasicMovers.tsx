import { useQuery } from '@tanstack/react-query'
import { ForbiddenError } from '../../api/call-error.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { UnknownError } from '../../components/notices/unknown-error.tsx'
import { HourLists } from './HourLists.tsx'
import { hourlyMovers } from './queries.ts'
import { WaitingLists } from './WaitingLists.tsx'

/**
 * The movers that everyone may see. A refusal is shown like any other error, unless it concerns the device or the
 * account.
 */
export function BasicMovers() {
  const { data, error, refetch } = useQuery(hourlyMovers())
  const retry = () => void refetch()
  if (error instanceof ForbiddenError && !['device', 'blocked'].includes(error.code ?? ''))
    return <UnknownError onRetry={retry} />
  if (error && (!data || error instanceof ForbiddenError)) return <CallFailed error={error} onRetry={retry} />
  return data ? <HourLists hour={data} failed={error !== null} /> : <WaitingLists />
}
