/**
 * The distance of the buy point from the close, in percent of the close, to two decimals. Negative once the close is
 * above the buy point; null without a buy point.
 */
export const buyPointDistance = ({ close, buyPoint }: { close: number; buyPoint: number }): number | null =>
  buyPoint === -1 ? null : Math.round((buyPoint / close - 1) * 10_000) / 100
