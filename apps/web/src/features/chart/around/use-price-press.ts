import { useEffect, useRef } from 'react'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'

const longMs = 500
/** Maximum movement, in pixels, of a finger that counts as held still. */
const still = 8
/** Maximum distance, in pixels, of a press from a level whose price it takes. */
const near = 8

type Press = {
  engine: ChartEngine | undefined
  levels: readonly number[]
  /** Receives the price, and the spot of the press in pixels of the page. */
  onPrice: (price: number, spot: { x: number; y: number }) => void
}

/**
 * Reports the price of a right click, or of a finger that is held still and then lifted. Near one of the levels,
 * reports that level's price. A moving finger steps through the bars instead.
 */
export function usePricePress({ engine, levels, onPrice }: Press): void {
  const latest = useRef({ levels, onPrice })
  useEffect(() => {
    latest.current = { levels, onPrice }
  })
  useEffect(() => {
    if (!engine) return
    const { place } = engine
    let held: { x: number; y: number; at: number } | undefined
    const tell = ({ clientX: x, clientY: y }: MouseEvent) => {
      const price = priceAt(engine, { x, y }, latest.current.levels)
      if (price !== undefined) latest.current.onPrice(price, { x, y })
      return price !== undefined
    }
    const gone = new AbortController()
    const on = { signal: gone.signal }
    place.addEventListener(
      'contextmenu',
      event => {
        // Only a mouse is handled here: a finger's event is sent while the finger is still down, and a key's event has
        // no position.
        const isMouse = (event as PointerEvent).pointerType !== 'touch' && event.button === 2
        if (!isMouse || tell(event)) event.preventDefault()
      },
      on,
    )
    place.addEventListener(
      'pointerdown',
      event => {
        const { isPrimary, pointerType, clientX: x, clientY: y, timeStamp: at } = event
        held = isPrimary && pointerType === 'touch' ? { x, y, at } : undefined
      },
      on,
    )
    place.addEventListener(
      'pointermove',
      event => {
        if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > still) held = undefined
      },
      on,
    )
    place.addEventListener('pointercancel', () => (held = undefined), on)
    place.addEventListener(
      'pointerup',
      event => {
        if (held && event.timeStamp - held.at >= longMs) tell(event)
        held = undefined
      },
      on,
    )
    return () => gone.abort()
  }, [engine])
}

/** The price at a spot of the page, or that of a nearby level; undefined outside the price pane. */
export function priceAt(
  { place, pointOf, spotOf }: ChartEngine,
  spot: { x: number; y: number },
  levels: readonly number[] = [],
): number | undefined {
  const { left, top } = place.getBoundingClientRect()
  const y = spot.y - top
  const point = pointOf({ x: spot.x - left, y })
  if (!point || point.price <= 0) return undefined
  const apart = (price: number) => Math.abs(spotOf({ time: point.time, price }).y - y)
  const [level] = levels.filter(it => apart(it) <= near).toSorted((a, b) => apart(a) - apart(b))
  return level ?? Number(point.price.toPrecision(4))
}
