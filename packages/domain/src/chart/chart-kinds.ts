/** How a chart draws its prices, by the names used in saved charts. */
export const chartKinds = ['candles', 'hollow', 'bars', 'line', 'area', 'heikin-ashi'] as const
export type ChartKind = (typeof chartKinds)[number]
