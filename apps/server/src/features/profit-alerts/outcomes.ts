import { mostAlerts, type ProfitAlertOutcomes } from '@finlist/contract/profit-alerts'
import { adjustedPrice, stepAt } from '@finlist/domain/adjust/adjustment'
import { dayAt } from '@finlist/domain/calendar'
import { reportTypes } from '@finlist/domain/profit-alerts/report-type'
import { type Followed, roseRateOf } from '@finlist/domain/profit-alerts/rose-rate'
import { blockDays, outcomeDays, sessionsAfter } from '@finlist/domain/profit-alerts/sessions-after'
import type { Db } from '../../db/database.ts'
import { readSteps } from '../../market-data/store/adjustments.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { type ClosesAsked, readClosesAround, readNewestDay, readReleases } from './store.ts'

type Changes = ProfitAlertOutcomes['outcomes'][number]['changes']
const dayMs = 86_400_000

/** The price moves after every announcement, and how often prices rose. */
export async function readOutcomes(db: Db): Promise<ProfitAlertOutcomes> {
  const [told, newest, releases] = [await readClosings(db), await readNewestDay(db), await readReleases(db)]
  if (!newest) return { asAt: null, rates: [], outcomes: [] }
  const asked = releases.map(({ stockCode, releasedAt }): ClosesAsked => {
    const { before, days } = sessionsAfter(releasedAt.getTime(), told)
    return { stockCode, before, days: days.map(day => (day <= newest ? day : null)) }
  })
  const steps = await readSteps(db, 'HKEX', { ofBars: true })
  const closes = await readClosesAround(db, asked)
  const changes = asked.map(({ stockCode }, at) => {
    const priceOf = (close: { date: string; close: number } | undefined) =>
      close && adjustedPrice(close.close, stepAt(steps.get(stockCode) ?? [], close.date))
    const before = priceOf(closes.before[at])
    return closes.after[at]!.map(close => percent(before, priceOf(close))) as Changes
  })
  const rates = reportTypes.flatMap(reportType =>
    outcomeDays.map((days, span) => {
      const followed = releases.flatMap((release, at): Followed[] => {
        const change = changes[at]![span]
        if (release.reportType !== reportType || change === null || change === undefined) return []
        return [{ day: Date.parse(dayAt('HKEX', release.releasedAt.getTime())) / dayMs, rose: change > 0 }]
      })
      const { low, high, ...rate } = roseRateOf(followed, blockDays[days])
      return { reportType, days, ...rate, low: Math.round(low * 1_000) / 1_000, high: Math.round(high * 1_000) / 1_000 }
    }),
  )
  const outcomes = releases.slice(0, mostAlerts).map(({ stockCode, releasedAt }, at) => ({
    stockCode,
    releaseTime: releasedAt.toISOString(),
    changes: changes[at]!,
  }))
  return { asAt: newest, rates, outcomes }
}

const percent = (before: number | undefined, after: number | undefined) =>
  before && after ? Math.round((after / before - 1) * 10_000) / 100 : null
