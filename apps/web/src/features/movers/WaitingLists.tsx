import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholders for both lists, with the same height. */
export function WaitingLists() {
  return (
    <div aria-busy>
      <Skeleton className="mb-5 h-5 w-96" />
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
        {[1, 2].map(list => (
          <div key={list} className="@container">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="mt-2 h-184 w-full @max-lg:h-284" />
          </div>
        ))}
      </div>
    </div>
  )
}
