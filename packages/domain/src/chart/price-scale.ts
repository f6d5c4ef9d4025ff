/** The most symbols that a chart compares with its own. */
export const mostCompared = 4

/** The names of the compared symbols' colours, one each. */
export const comparedColours = ['blue', 'rose', 'teal', 'purple'] as const
type ComparedColour = (typeof comparedColours)[number]

/** A symbol compared with the chart's own. It keeps its colour when another is removed. */
export type Compared = { symbol: string; colour: ComparedColour }

/** How a chart's prices are scaled; the last two are relative to the first bar in view. */
export const priceScales = ['linear', 'log', 'percent', 'indexed'] as const
export type PriceScale = (typeof priceScales)[number]

export const isRelative = (scale: PriceScale) => scale === 'percent' || scale === 'indexed'

/** Symbols at different prices are only comparable on a relative scale: while comparing, percent unless indexed. */
export const scaleOf = (scale: PriceScale, isComparing: boolean): PriceScale =>
  isComparing && !isRelative(scale) ? 'percent' : scale
