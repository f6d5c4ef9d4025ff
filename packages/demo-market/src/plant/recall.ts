import { barsUntil, placeUntil } from '@finlist/domain/picking/bars'
import type { Base } from '@finlist/domain/picking/bases/base'
import { basesOf } from '@finlist/domain/picking/bases/find'
import { method } from '@finlist/domain/picking/method'
import { type Plant, type Planting, plant } from './plant.ts'
import type { PlantKind } from './shapes.ts'
import { pivotStillShown } from './still-shows.ts'

export type Sample = Omit<Planting, 'number'> & { count: number }

/**
 * Plants `count` bases. `shown`: the number of bases that are within the limits despite the noise. `found`: the number
 * of these that the method finds, with about the right pivot, in at least one of three weekly runs.
 */
export function recall(sample: Sample): { planted: number; shown: number; found: number } {
  let [shown, found] = [0, 0]
  for (let number = 0; number < sample.count; number++) {
    const planted = plant({ ...sample, number })
    const pivot = pivotStillShown(planted)
    if (pivot === undefined) continue
    shown++
    const weeks = [planted.readyAt, planted.readyAt + 5, planted.readyAt + 10]
    const isPivot = (base: Base) => Math.abs(base.pivot / method.priceParts / pivot - 1) < 0.03
    if (weeks.some(day => seen(planted, day).some(base => isOfKind(base, sample.kind) && isPivot(base)))) found++
  }
  return { planted: sample.count, shown, found }
}

/** Counts the near misses that the method correctly rejects on the day on which the base would be complete. */
export function refusal(sample: Sample): { planted: number; refused: number } {
  let refused = 0
  for (let number = 0; number < sample.count; number++) {
    const planted = plant({ ...sample, number })
    if (!seen(planted, planted.readyAt).some(base => isOfKind(base, sample.kind))) refused++
  }
  return { planted: sample.count, refused }
}

/**
 * The bases found at the end of a day. Those that began more than 25 bars before the planted one are left out, because
 * they come from the bars before it.
 */
function seen({ stock, from }: Plant, day: number): Base[] {
  const bars = barsUntil(stock, stock.days[day]!)
  const start = placeUntil(bars.days, stock.days[from]!)
  return basesOf(bars).filter(base => base.from >= start - 25)
}

const isOfKind = ({ pattern, variant }: Base, kind: PlantKind) => (pattern === 'BASE' ? variant : pattern) === kind
