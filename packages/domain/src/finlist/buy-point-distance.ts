/** How far the buy point is above the close, in percent to two decimals; below 0 once the close has passed it. */
export const buyPointDistance = ({ close, buyPoint }: { close: number; buyPoint: number }): number | null =>
  buyPoint === -1 ? null : Math.round((buyPoint / close - 1) * 10_000) / 100
