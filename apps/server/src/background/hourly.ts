const hourMs = 3_600_000

/** Schedules a job hourly. */
export const hourly = (last: number | undefined, now: number): number => (last === undefined ? now : last + hourMs)
