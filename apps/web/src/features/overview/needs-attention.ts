import type { Overview } from '@finlist/contract/overview'

/** More trading days than data may be behind before somebody should look: the last one may still be on its way. */
const mayBeBehind = 1

/** What somebody should look at, by kind, with how many there are of it. */
export function needsAttention({ jobs, data, mail, events, failures, server }: Overview) {
  const counts = {
    jobs: jobs.filter(({ state }) => state === 'failing').length,
    data: data.filter(isLate).length,
    letters: mail.letters.failed + (mail.queue?.failed ?? 0),
    events: events?.failing ?? 0,
    failures: failures.count,
    notices: server.noticesAlive ? 0 : 1,
  }
  return Object.entries(counts).filter(([, count]) => count > 0) as [keyof typeof counts, number][]
}

export const isLate = ({ daysBehind }: Overview['data'][number]) => daysBehind !== null && daysBehind > mayBeBehind
