/** Maximum number of symbols compared with a chart's own. */
export const mostCompared = 4

/** The names of the compared symbols' colours, one each. */
export const comparedColours = ['blue', 'rose', 'teal', 'purple'] as const
type ComparedColour = (typeof comparedColours)[number]

/** A symbol compared with the chart's own. It keeps its colour when another is removed. */
export type Compared = { symbol: string; colour: ComparedColour }

/** The scales of a chart's prices; the last two are relative to the first bar in view. */
export const priceScales = ['linear', 'log', 'percent', 'indexed'] as const
export type PriceScale = (typeof priceScales)[number]

export const isRelative = (scale: PriceScale) => scale === 'percent' || scale === 'indexed'

/**
 * The scale that applies. Symbols at different price levels can only be compared on a relative scale, so while symbols
 * are compared any other scale is replaced by percent.
 */
export const scaleOf = (scale: PriceScale, isComparing: boolean): PriceScale =>
  isComparing && !isRelative(scale) ? 'percent' : scale
