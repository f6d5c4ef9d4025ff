import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder with the height of the content. */
export function WaitingSnapshot() {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-32 w-full" />
      </div>
      <Skeleton className="mt-6 h-3 w-64" />
      <div className="mt-4 grid gap-8 xl:grid-cols-2">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </>
  )
}

export function WaitingHistory() {
  return (
    <>
      <Skeleton className="h-14 w-80" />
      <div className="mt-6 grid gap-8 xl:grid-cols-2">
        {[1, 2, 3, 4].map(chart => (
          <Skeleton key={chart} className="h-72 w-full" />
        ))}
      </div>
    </>
  )
}
