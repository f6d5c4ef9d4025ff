import { sayIssue, wholeBody } from '@finlist/contract/issues'
import { languages } from '@finlist/i18n/languages'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BadRequest, ClientError, Forbidden, NotFound, TooBusy } from './client-errors.ts'
import { keptByNobody } from './headers.ts'
import { languageOf } from './translate.ts'

/** Sends every error as JSON in the caller's language. A 5xx never contains the cause, which is only logged. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | ClientError | z.core.$ZodError, request, reply) => {
    const language = languageOf(request.headers['accept-language'])
    const misshapen = error instanceof z.core.$ZodError
    const refusal = misshapen
      ? new ClientError(400, 'invalid')
      : error instanceof ClientError
        ? error
        : ofFastify(error)
    const isLimit = refusal.httpStatus === 429 || refusal instanceof TooBusy
    if (refusal.httpStatus >= 500 && !isLimit && !(error instanceof BadRequest))
      request.log.error({ err: error }, 'unexpected error')
    if (isLimit || refusal.httpStatus === 401 || refusal.httpStatus === 403) logRefusal(request, refusal, isLimit)
    if (refusal.httpStatus === 401) reply.header('www-authenticate', 'Bearer')
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
    const errors = misshapen
      ? error.issues.slice(0, mostIssues).map(issue => sayIssue(language, issue))
      : refusal.entries(language)
    return reply
      .code(refusal.httpStatus)
      .header('cache-control', keptByNobody)
      .header('content-language', languages[language].tag)
      .send({
        status: refusal instanceof Forbidden ? 'Forbidden' : 'Error',
        errors,
        ...(request.routeOptions.config.call?.plain && { s: 'error', errmsg: errors[0]?.message }),
      })
  })
}

function logRefusal(request: FastifyRequest, { text }: ClientError, isLimit: boolean) {
  const { method, routeOptions, ip, callerId } = request
  const event = isLimit ? 'limit-reached' : 'refused'
  request.log.info({ event, because: text, method, route: routeOptions.url, user: callerId, ip }, 'refused')
}

const mostIssues = 20

/**
 * Maps errors of Fastify and its plugins. An error from an external service counts as the server's fault, not the
 * caller's.
 */
function ofFastify({ code = '', statusCode = 500, expose }: { code?: string; statusCode?: number; expose?: boolean }) {
  if (!code.startsWith('FST_') && !expose) return new ClientError(500, 'unknown')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ClientError(413, 'too-large')
  if (statusCode === 403 || statusCode === 404) return new NotFound()
  return statusCode >= 500 ? new ClientError(500, 'unknown') : new ClientError(statusCode, 'not-json', wholeBody)
}
