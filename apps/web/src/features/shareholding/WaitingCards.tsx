import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholders for the four cards, with the same height. */
export function WaitingCards() {
  return (
    <div aria-busy>
      <Skeleton className="mb-5 h-14 w-120" />
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
        {[1, 2, 3, 4].map(card => (
          <div key={card}>
            <Skeleton className="h-6 w-56" />
            {Array.from({ length: 20 }, (_, row) => (
              <Skeleton key={row} className="mt-3 h-6 w-full" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
