export const marketTrends = ['UPTREND', 'DOWNTREND', 'UNDER_PRESSURE', 'RALLY_ATTEMPT'] as const
export type MarketTrend = (typeof marketTrends)[number]
