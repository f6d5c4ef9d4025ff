/** How far the buy point lies above the close, in percent to two decimals: under 0 once the close is past it. */
export const buyPointDistance = ({ close, buyPoint }: { close: number; buyPoint: number }): number | null =>
  buyPoint === -1 ? null : Math.round((buyPoint / close - 1) * 10_000) / 100
