/** Why a pick of the previous list is not on the new one. The first reason that applies is given. */
export const departureReasons = [
  'not-eligible',
  /** The list leaves the stock out because its prices are in doubt. */
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
