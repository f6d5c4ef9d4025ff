import { describe, expect, it } from 'vitest'
import { issueDates, issuesOf } from './issues.ts'
import { demoMarket } from './market.ts'
import type { Series } from './series.ts'

/**
 * The ranges that contain the middle 95% of half years of real stocks (Hong Kong, the US and Japan pooled). `run`: the
 * longest run of rising days. `up`: the fraction of rising days. `range` and `gap`: a day's usual range and opening
 * gap, as multiples of the standard deviation of daily changes.
 */
const real = { run: [3, 11], up: [0.38, 0.604], range: [0.7, 1.62], gap: [0.13, 0.5] } as const
const halfYear = 126
const lastLists = 9

type Manner = Record<keyof typeof real, number>

/** Describes how a stock moved in the last half year; undefined if it traded too rarely. */
function mannerOf({ open, high, low, close }: Series): Manner | undefined {
  const [changes, ranges, gaps]: number[][] = [[], [], []]
  let [run, longest, rises] = [0, 0, 0]
  for (let day = close.length - halfYear; day < close.length; day++) {
    const before = close[day - 1]!
    // Skips days without trading and days without a bar.
    if (!(high[day]! > low[day]!) || !(before > 0)) continue
    const change = Math.log(close[day]! / before)
    run = change > 0 ? run + 1 : 0
    longest = Math.max(longest, run)
    if (change > 0) rises++
    changes!.push(change)
    ranges!.push(Math.log(high[day]! / low[day]!))
    gaps!.push(Math.abs(Math.log(open[day]! / before)))
  }
  const count = changes!.length
  if (count < 100) return undefined
  const mean = changes!.reduce((one, other) => one + other, 0) / count
  const sd = Math.sqrt(changes!.reduce((sum, change) => sum + (change - mean) ** 2, 0) / count)
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[count >> 1]!
  return { run: longest, up: rises / count, range: middle(ranges!) / sd, gap: middle(gaps!) / sd }
}

describe.each(['HKEX', 'US'] as const)('%s', exchange => {
  it('has stocks on its last lists whose rises, ranges and gaps are like those of real stocks', {
    tags: ['slow'],
  }, () => {
    const market = demoMarket({ seed: 'finlist', exchange, startDate: '2023-05-19', asOf: '2026-11-19' })
    const lists = issuesOf(market, issueDates(market).slice(-lastLists))
    const listed = new Set(lists.flatMap(({ picks }) => picks.map(({ code }) => code)))
    const manners = market.stocks.flatMap(
      ({ listing, series }) => (listed.has(listing.stockCode) && mannerOf(series)) || [],
    )
    expect(manners.length).toBeGreaterThan(40)
    const inside = (of: keyof Manner) => {
      const [least, most] = real[of]
      return manners.filter(manner => manner[of] >= least && manner[of] <= most).length / manners.length
    }
    expect(inside('run')).toBeGreaterThan(0.9)
    for (const of of ['up', 'range', 'gap'] as const)
      expect({ of, isLike: inside(of) > 0.8 }).toEqual({ of, isLike: true })
    expect(Math.max(...manners.map(({ run }) => run))).toBeLessThanOrEqual(17)
  })
})
