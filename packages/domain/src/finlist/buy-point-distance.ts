/**
 * The distance of the buy point from the close, in percent of the close to two decimals: negative once the close is
 * above it, null without a buy point.
 */
export const buyPointDistance = ({ close, buyPoint }: { close: number; buyPoint: number }): number | null =>
  buyPoint === -1 ? null : Math.round((buyPoint / close - 1) * 10_000) / 100
