/** The forecasts that are shown, each of which must be better than the one before to be used. */
export const shownForecasts = ['chance', 'level', 'learned'] as const
export type ShownForecast = (typeof shownForecasts)[number]
