import type { Market } from '@finlist/domain/markets'

export const chartOf = ({ id }: Market, { stockCode }: { stockCode: string }) =>
  `/interactive-chart?symbol=${encodeURIComponent(`${id}:${stockCode}`)}`
