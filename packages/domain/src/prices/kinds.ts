/** Ways in which a source adjusts its prices: as traded, adjusted for splits, or for splits and dividends. */
export const priceKinds = ['as-traded', 'split-adjusted', 'fully-adjusted'] as const
export type PriceKind = (typeof priceKinds)[number]
