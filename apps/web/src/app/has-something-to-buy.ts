import { exchangeIds } from '@finlist/domain/markets'

/** Whether any plan would add something: staff, admins and friends hold every right that a plan can give. */
export const hasSomethingToBuy = (me: { rights: readonly string[] } | undefined): boolean =>
  me === undefined || !exchangeIds.every(id => me.rights.includes(`finlist:${id}`))
