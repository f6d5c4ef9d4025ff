import { CallError, ForbiddenError } from '../../api/call-error.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { height } from './layouts.ts'
import type { useChartData } from './use-chart-data.ts'

type Props = { symbol: string; history: ReturnType<typeof useChartData>['history'] }

/** The reason why there are no bars to draw. */
export function NoChart({ symbol, history }: Props) {
  const t = useTranslation('chart')
  const { error, isError } = history
  const retry = () => void history.refetch()
  if (error instanceof ForbiddenError) return <CallFailed error={error} onRetry={retry} />
  const isUnknown = error instanceof CallError && error.httpStatus === 404
  return (
    <div className={`mt-2 grid place-content-center gap-4 border border-line text-center ${height}`}>
      <output className="text-14 text-faded">
        {isUnknown ? t('empty.unknown', { symbol }) : t(isError ? 'empty.failed' : 'empty')}
      </output>
      {isError && !isUnknown && <Button onClick={retry}>{t('error.retry')}</Button>}
    </div>
  )
}

/** Placeholder with the height of the chart and the values above it. */
export const WaitingChart = () => (
  <div className="pt-2">
    <Skeleton className="h-141 w-full md:h-[max(34.25rem,calc(100dvh-17.5rem))]" />
  </div>
)
