/** Why a pick of the previous list is not on the new one; the first reason that applies is given. */
export const departureReasons = [
  'not-eligible',
  /** The stock's prices are in doubt, so the list leaves it out. */
  'in-doubt',
  'broke-out',
  'under-stop',
  'rank',
  'template',
  'too-old',
  'base-broken',
  'too-far',
  /** The stock still qualifies, but the list is full of stocks with higher scores. */
  'crowded-out',
  /** Staff removed the stock. */
  'vetoed',
] as const
export type DepartureReason = (typeof departureReasons)[number]
