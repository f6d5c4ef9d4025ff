import type { Right } from '../plans/rights.ts'

/** The video lists and the right that each requires. */
export const videoLists = {
  'sunday-club': 'sunday-club-replay',
  standard: 'videos',
  advanced: 'advanced-videos',
} as const satisfies Record<string, Right>
export type VideoList = keyof typeof videoLists
