import type { Bars } from '../bars.ts'
import { method } from '../method.ts'
import { ascendingBaseOf } from './ascending.ts'
import type { Base } from './base.ts'
import { consolidationOf } from './consolidation.ts'
import { cupOf } from './cup.ts'
import { doubleBottomOf } from './double-bottom.ts'
import { highTightFlagOf } from './flag.ts'
import { flatBaseOf } from './flat.ts'
import { lipsOf } from './lips.ts'

/** Every base that is complete on the newest day and has not broken out. */
export function basesOf(bars: Bars): Base[] {
  const ofLips = lipsOf(bars).flatMap(lip => [cupOf(bars, lip), doubleBottomOf(bars, lip), consolidationOf(bars, lip)])
  const others = [flatBaseOf(bars), highTightFlagOf(bars), ascendingBaseOf(bars)]
  return [...ofLips, ...others].filter(base => base !== undefined)
}

/** The base to show: by the best kind, then the best quality, then the latest beginning. */
export function baseShown(bases: readonly Base[]): Base | undefined {
  let shown: Base | undefined
  for (const base of bases) if (!shown || isBefore(base, shown)) shown = base
  return shown
}

function isBefore(base: Base, other: Base): boolean {
  const places = placeOf(other) - placeOf(base)
  const quality = base.quality - other.quality
  return places > 0 || (places === 0 && (quality > 0 || (quality === 0 && base.from > other.from)))
}

const places: readonly string[] = method.order
const placeOf = ({ pattern, variant }: Base) => places.indexOf((pattern === 'BASE' && variant) || pattern)
