import type { Shape } from './shapes.ts'

export type Bar = { week: number; high: number; low: number; close: number; volume: number; rises: boolean }

/** The weekly bars of a drawn base, with slight noise and the base's typical volume. Always the same for a shape. */
export function barsOf(shape: Shape): Bar[] {
  const last = shape.turns.at(-1)![0]
  const closes = Array.from({ length: last + 1 }, (_, week) => priceAt(shape, week) + shake(week) * 0.9)
  return closes.map((close, week) => {
    const before = closes[week - 1] ?? close - 1
    const room = 0.8 + Math.abs(shake(week * 7 + 3)) * 1.3
    return {
      week,
      close,
      high: Math.max(close, before) + room,
      low: Math.min(close, before) - room,
      volume: volumeAt(shape, week, close - before),
      rises: close >= before,
    }
  })
}

/** The price in a week. Between two turns, it follows a smooth curve from one level to the other. */
export function priceAt({ turns }: Shape, week: number): number {
  const to = turns.findIndex(([at]) => at >= week)
  const [until, end] = turns[Math.max(to, 0)]!
  const [since, start] = turns[Math.max(to - 1, 0)]!
  if (until === since) return end
  const part = (week - since) / (until - since)
  return start + (end - start) * (part * 0.5 + part * part * (3 - 2 * part) * 0.5)
}

/**
 * The volume in a week, as a fraction of 1. It dries up in the middle of the base and in its handle, and peaks at the
 * breakout.
 */
function volumeAt({ base: [from, to], handle, breakout }: Shape, week: number, change: number): number {
  const around = 0.42 + Math.min(Math.abs(change), 3) * 0.06 + Math.abs(shake(week * 13 + 5)) * 0.16
  if (week === breakout) return 1
  if (week > breakout) return Math.min(around + 0.2, 0.9)
  if (handle && week > handle[0] && week <= handle[1]) return around * 0.5
  if (week < from || week > to) return around
  const middle = 1 - Math.abs((week - from) / (to - from) - 0.5) * 2
  return around * (1 - middle * 0.45)
}

/** Noise from -1 to 1, always the same for the same number. */
function shake(number: number): number {
  const wave = Math.sin(number * 12.9898 + 4.1414) * 43_758.5453
  return (wave - Math.floor(wave)) * 2 - 1
}
