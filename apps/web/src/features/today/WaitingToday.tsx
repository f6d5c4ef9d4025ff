import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder for a number of rows. */
export const WaitingRows = ({ rows }: { rows: number }) => (
  <ul aria-hidden>
    {Array.from({ length: rows }, (_, at) => (
      <li key={at} className="flex h-11 items-center border-b border-line">
        <Skeleton className="h-3.5 w-3/4" />
      </li>
    ))}
  </ul>
)

/** Placeholder for the page. */
export function WaitingToday() {
  return (
    <div aria-busy data-waiting className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
      {[5, 4].map(rows => (
        <div key={rows}>
          <Skeleton className="mb-2 h-5 w-40" />
          <WaitingRows rows={rows} />
        </div>
      ))}
    </div>
  )
}
