/** Ways to draw a chart's prices, by the names used in saved charts. */
export const chartKinds = ['candles', 'hollow', 'bars', 'line', 'area', 'heikin-ashi'] as const
export type ChartKind = (typeof chartKinds)[number]
