import { Random } from '@finlist/domain/random'

/** A stock's special event. Days are counted from the first day of the market's data. */
export type Special =
  | { kind: 'split'; day: number; ratio: number }
  | { kind: 'new-listing'; day: number }
  | { kind: 'suspension'; from: number; to: number }
  /** `day` is the first day without the stock. */
  | { kind: 'delisting'; day: number }

/**
 * Of every hundred stocks, one splits its shares, two are newly listed (in the last 200 of the first 870 days), one is
 * suspended for 5 to 60 days, and one is delisted. Prices before a split stay as they were.
 */
export function specialOf(random: Random, ordinal: number): Special | undefined {
  switch (ordinal % 100) {
    case 23:
      return { kind: 'split', day: random.whole(420, 830), ratio: random.pick([2, 3, 5, 10]) }
    case 19:
      return { kind: 'delisting', day: random.whole(640, 700) }
    case 36:
    case 72:
      return { kind: 'new-listing', day: random.whole(690, 835) }
    case 48: {
      const from = random.whole(560, 790)
      return { kind: 'suspension', from, to: from + random.whole(5, 60) - 1 }
    }
    default:
      return undefined
  }
}
