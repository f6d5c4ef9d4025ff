import { Skeleton } from '../../ui/skeleton.tsx'
import { mapHeight } from './map-height.ts'

/** Placeholders with the height of the figures and the map. */
export function WaitingMap() {
  return (
    <div aria-busy>
      <Skeleton className="mb-2 h-15 w-full md:h-13" />
      <Skeleton className={mapHeight} />
    </div>
  )
}
