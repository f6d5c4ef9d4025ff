import { type FailedAnswer, failedAnswersKept } from '@finlist/contract/staff/overview'
import type { FastifyInstance } from 'fastify'

export type RecentErrors = { since: number; count: number; newest: FailedAnswer[] }

/**
 * Keeps this process's latest 5xx responses in memory, newest first, by route pattern and never by URL. Covers routes
 * added after this call. `now` is in ms.
 */
export function watchFailures(app: FastifyInstance, now: () => number): RecentErrors {
  const failed: RecentErrors = { since: now(), count: 0, newest: [] }
  app.addHook('onResponse', (request, { statusCode }, done) => {
    if (statusCode >= 500) {
      const { method, id, routeOptions } = request
      failed.count++
      const at = new Date(now()).toISOString()
      failed.newest.unshift({ at, method, route: routeOptions.url ?? '', status: statusCode, requestId: id })
      failed.newest.length = Math.min(failed.newest.length, failedAnswersKept)
    }
    done()
  })
  return failed
}
