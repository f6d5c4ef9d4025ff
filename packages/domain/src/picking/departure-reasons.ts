/** Why a pick of the list before is not on the new one; the first that holds is told. */
export const departureReasons = [
  'not-eligible',
  'broke-out',
  'under-stop',
  'rank',
  'template',
  'too-old',
  'base-broken',
  'too-far',
  /** It fits, and enough others fit better. */
  'crowded-out',
  /** Staff took it out. */
  'vetoed',
] as const
export type DepartureReason = (typeof departureReasons)[number]
