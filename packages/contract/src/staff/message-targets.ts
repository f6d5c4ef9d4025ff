import { exchangeIds } from '@finlist/domain/markets'

export const messageTargets = ['ALL', 'PAID', 'SUNDAY_CLUB', ...exchangeIds] as const
export type MessageTarget = (typeof messageTargets)[number]
