const hourMs = 3_600_000

/** The `next` of a job that runs every hour. */
export const hourly = (last: number | undefined, now: number): number => (last === undefined ? now : last + hourMs)
