import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder for the list of days. */
export function WaitingAlerts() {
  return (
    <div aria-busy className="flex max-w-5xl flex-col gap-7">
      {[5, 3, 4].map(rows => (
        <div key={rows}>
          <Skeleton className="h-5 w-48" />
          <Skeleton
            className={rows === 5 ? 'mt-3 h-45 w-full' : rows === 4 ? 'mt-3 h-36 w-full' : 'mt-3 h-27 w-full'}
          />
        </div>
      ))}
    </div>
  )
}
