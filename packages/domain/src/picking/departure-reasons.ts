/** Why a pick of the previous list is not on the new one; the first reason that applies is given. */
export const departureReasons = [
  'not-eligible',
  /** Its prices are in doubt, so it was not looked at. */
  'in-doubt',
  'broke-out',
  'under-stop',
  'rank',
  'template',
  'too-old',
  'base-broken',
  'too-far',
  /** It still fits, but enough others fit better. */
  'crowded-out',
  /** Staff removed it. */
  'vetoed',
] as const
export type DepartureReason = (typeof departureReasons)[number]
