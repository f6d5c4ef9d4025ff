import type { Drawing } from '@finlist/domain/chart/drawings'

/** The drawings last copied, and their symbol. */
let copied: { drawings: readonly Drawing[]; symbol: string } | undefined

export function copyDrawings(drawings: readonly Drawing[], symbol: string) {
  copied = { drawings, symbol }
}

/**
 * New copies of the drawings last copied, placed next to the originals; undefined if none were copied on this symbol.
 */
export const pastedOn = (symbol: string, place: Place) =>
  copied?.symbol === symbol ? copied.drawings.map(it => shifted(it, place)) : undefined

/** Offset of a copy from its original: bars to the right, and downwards as a fraction of the price range in view. */
const beside = { bars: 3, prices: 0.04 }

type Place = {
  placeOf: (time: number) => number
  timeAt: (place: number) => number
  view: { low: number; high: number }
}

function shifted(drawing: Drawing, { placeOf, timeAt, view }: Place): Drawing {
  const { locked: _, hidden: __, ...plain } = drawing
  const down = (view.high - view.low) * beside.prices
  return {
    ...plain,
    id: crypto.randomUUID(),
    points: drawing.points.map(({ time, price }) => ({
      time: timeAt(placeOf(time) + beside.bars),
      price: Math.max(price - down, price / 2),
    })),
  }
}
