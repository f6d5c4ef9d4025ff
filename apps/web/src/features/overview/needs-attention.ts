import type { Overview } from '@finlist/contract/staff/overview'

/**
 * Maximum number of trading days by which data may be behind without a warning. The last day's data may still be
 * loading.
 */
const mayBeBehind = 1

/** Returns the kinds of problem that were found, each with its count. */
export function needsAttention({
  at,
  jobs,
  data,
  closings,
  perhapsClosed,
  drifted,
  mail,
  disputes,
  events,
  failures,
  server,
}: Overview) {
  const counts = {
    jobs: jobs.filter(({ state }) => state === 'failing').length,
    data: data.filter(isLate).length,
    closed: perhapsClosed.length,
    closings: closings.filter(({ knownUntil }) => knownUntil < aYearAfter(at)).length,
    drifted: drifted.length,
    mail: mail.billingEmails.failed + (mail.queue?.failed ?? 0),
    disputes: disputes?.open ?? 0,
    events: events?.failing ?? 0,
    failures: failures.count,
    notices: server.noticesAlive ? 0 : 1,
  }
  return Object.entries(counts).filter(([, count]) => count > 0) as [keyof typeof counts, number][]
}

export const isLate = ({ daysBehind }: Overview['data'][number]) => daysBehind !== null && daysBehind > mayBeBehind

const yearMs = 365 * 86_400_000
const aYearAfter = (at: string) => new Date(Date.parse(at) + yearMs).toISOString().slice(0, 10)
