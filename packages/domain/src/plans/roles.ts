export const roles = ['staff', 'admin', 'friend', 'affiliate', 'beta_access'] as const
export type Role = (typeof roles)[number]
