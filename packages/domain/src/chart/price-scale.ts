/** The most symbols beside a chart's own. */
export const mostCompared = 4

/** The names of the colours that compared symbols have, one each. */
export const comparedColours = ['blue', 'rose', 'teal', 'purple'] as const
type ComparedColour = (typeof comparedColours)[number]

/** A symbol beside the chart's own. It keeps its colour when another is removed. */
export type Compared = { symbol: string; colour: ComparedColour }

/** How the prices of a chart are scaled; the last two count from the first bar in view. */
export const priceScales = ['linear', 'log', 'percent', 'indexed'] as const
export type PriceScale = (typeof priceScales)[number]

export const isRelative = (scale: PriceScale) => scale === 'percent' || scale === 'indexed'

/** Symbols of unlike prices are only comparable on a relative scale: with some compared, percent unless indexed. */
export const scaleOf = (scale: PriceScale, isComparing: boolean): PriceScale =>
  isComparing && !isRelative(scale) ? 'percent' : scale
