/**
 * An alert and what the price did after it. `day`: counted from any fixed day. `rose`: whether the price was higher at
 * the end of the span.
 */
export type Followed = { day: number; rose: boolean }

/**
 * The price rose after `rose` of `alerts` alerts. `low` and `high` are the 95% confidence interval of the true share.
 */
export type RoseRate = { alerts: number; rose: number; low: number; high: number }

/**
 * Minimum number of blocks for estimating the correlation within a block. With fewer blocks, each counts as a single
 * alert.
 */
const fewestBlocks = 8

/**
 * The share of rises with its confidence interval (Wilson). Alerts of the same weeks share the same market, so they
 * carry less information than independent alerts. The interval is therefore that of a smaller, effective number of
 * alerts, estimated from the variance between blocks of `blockDays` days (decision 037).
 */
export function roseRateOf(followed: readonly Followed[], blockDays: number): RoseRate {
  const alerts = followed.length
  const rose = followed.filter(it => it.rose).length
  if (alerts === 0) return { alerts, rose, low: 0, high: 1 }
  const share = rose / alerts
  /** For each block, the number of prices that rose minus the number expected from the overall share. */
  const more = new Map<number, number>()
  for (const it of followed) {
    const block = Math.floor(it.day / blockDays)
    more.set(block, (more.get(block) ?? 0) + Number(it.rose) - share)
  }
  const count = more.size
  const spread = [...more.values()].reduce((sum, of) => sum + of ** 2, 0)
  const variance = (spread * count) / (count - 1) / alerts ** 2
  const isKnown = count >= fewestBlocks && variance > 0
  const effective = Math.min(alerts, isKnown ? (share * (1 - share)) / variance : count)
  return { alerts, rose, ...wilson(share, effective, isKnown ? 1.96 + 2.5 / (count - 1) : 1.96) }
}

/**
 * Wilson's interval. `z` is 1.96, or more if the variance was estimated from blocks: the fewer blocks, the larger it
 * is.
 */
function wilson(share: number, count: number, z: number) {
  const square = z ** 2 / count
  const middle = (share + square / 2) / (1 + square)
  const reach = (z / (1 + square)) * Math.sqrt((share * (1 - share)) / count + square / (4 * count))
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}
