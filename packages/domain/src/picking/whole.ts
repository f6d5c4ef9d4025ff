type Range = readonly [least: number, most: number]

/** `part` in thousandths of `whole`, rounded down; exact for whole numbers. */
export const thousandths = (part: number, whole: number): number => Math.floor((1_000 * part) / whole)

/** Whether `part` is at least `share` thousandths of `whole`, without a division that could round. */
export const isAtLeast = (part: number, whole: number, share: number): boolean => 1_000 * part >= share * whole

export const isAtMost = (part: number, whole: number, share: number): boolean => 1_000 * part <= share * whole

/** Whether `part` is between two shares of `whole`, both inclusive. */
export const isShare = (part: number, whole: number, [least, most]: Range): boolean =>
  isAtLeast(part, whole, least) && isAtMost(part, whole, most)

export const isWithin = (value: number, [least, most]: Range): boolean => value >= least && value <= most
