import type { CallErrorEntry } from '@finlist/contract/envelope'
import { type Language, languages } from '@finlist/i18n/languages'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BadRequest, ClientError, Forbidden, NotFound } from './client-errors.ts'
import { languageOf, type TextKey, translate, translateField } from './translate.ts'

/** Answers every error in the envelope and in the caller's language. A 5xx never says why; the log does. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | ClientError | z.core.$ZodError, request, reply) => {
    const language = languageOf(request.headers['accept-language'])
    const misshapen = error instanceof z.core.$ZodError
    const refusal = misshapen
      ? new ClientError(400, 'invalid')
      : error instanceof ClientError
        ? error
        : ofFastify(error)
    if (refusal.httpStatus >= 500 && !(error instanceof BadRequest))
      request.log.error({ err: error }, 'unexpected error')
    if ([401, 403, 429].includes(refusal.httpStatus)) logRefusal(request, refusal)
    if (refusal.httpStatus === 401) reply.header('www-authenticate', 'Bearer')
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
    const errors = misshapen
      ? error.issues.slice(0, mostIssues).map(issue => sayIssue(language, issue))
      : refusal.entries(language)
    return reply
      .code(refusal.httpStatus)
      .header('cache-control', 'no-store')
      .header('content-language', languages[language].tag)
      .send({
        status: refusal instanceof Forbidden ? 'Forbidden' : 'Error',
        errors,
        ...(request.routeOptions.config.call?.plain && { s: 'error', errmsg: errors[0]?.message }),
      })
  })
}

function logRefusal(request: FastifyRequest, { httpStatus, text }: ClientError) {
  const { method, routeOptions, ip, callerId } = request
  const event = httpStatus === 429 ? 'limit-reached' : 'refused'
  request.log.info({ event, because: text, method, route: routeOptions.url, user: callerId, ip }, 'refused')
}

const mostIssues = 20
/** For a body that is refused as a whole. */
const wholeBody = { field: 'body' }

/** Errors that Fastify and its plugins raise; an outside service's error towards us is a fault of ours. */
function ofFastify({ code = '', statusCode = 500, expose }: { code?: string; statusCode?: number; expose?: boolean }) {
  if (!code.startsWith('FST_') && !expose) return new ClientError(500, 'unknown')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ClientError(413, 'too-large')
  if (statusCode === 403 || statusCode === 404) return new NotFound()
  return statusCode >= 500 ? new ClientError(500, 'unknown') : new ClientError(statusCode, 'not-json', wholeBody)
}

function sayIssue(language: Language, issue: z.core.$ZodIssue): CallErrorEntry {
  const field = issue.path.map(String).join('.') || wholeBody.field
  const { text, values } = rule(issue)
  const message = translate(language, text, {
    field: translateField(language, String(issue.path.at(-1) ?? 'request')),
    ...values,
  })
  return { message, field }
}

function rule(issue: z.core.$ZodIssue): { text: TextKey; values?: Record<string, string | number> } {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input !== undefined && issue.expected === 'int') return { text: 'not-whole' }
      return issue.input === undefined
        ? { text: 'missing' }
        : { text: 'invalid-type', values: { expected: issue.expected } }
    case 'too_small':
      return issue.minimum === 1 && issue.origin !== 'number' && issue.origin !== 'int'
        ? { text: 'missing' }
        : { text: bounds(issue.origin).least, values: { count: Number(issue.minimum) } }
    case 'too_big':
      return { text: bounds(issue.origin).most, values: { count: Number(issue.maximum) } }
    case 'custom':
      return typeof issue.params?.['decimals'] === 'number'
        ? { text: 'too-precise', values: { count: issue.params['decimals'] } }
        : { text: 'invalid' }
    case 'invalid_value':
      return { text: 'unknown-option' }
    case 'invalid_format':
      return { text: issue.format === 'email' ? 'invalid-email' : 'invalid' }
    default:
      return { text: 'invalid' }
  }
}

/** The texts for a bound, by what it counts. */
function bounds(origin: string): { least: TextKey; most: TextKey } {
  if (origin === 'string') return { least: 'too-short', most: 'too-long' }
  if (origin === 'array' || origin === 'set' || origin === 'map') return { least: 'too-few', most: 'too-many' }
  return { least: 'too-small', most: 'too-big' }
}
