import { createRequire } from 'node:module'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { plainEmail } from '../accounts.ts'
import type { Fault } from '../pages/field.ts'
import { type PasswordFault, type PasswordOwner, passwordFault } from '../password.ts'

const require = createRequire(import.meta.url)

/** A field of the posted form as text of at most `max` characters; empty if it is missing or not text. */
export const posted = (request: FastifyRequest, name: string, max = 512) => text(request.body, name, max)

/** The maximum length of a passkey answer or challenge in a form. */
export const longestAnswer = 6_000

/** Like `posted`, for a field of the query string. */
export const queried = (request: FastifyRequest, name: string, max = 64) => text(request.query, name, max)

/** Like `posted`, for a path parameter. */
export const inPath = (request: FastifyRequest, name: string) => text(request.params, name, 64)

function text(source: unknown, name: string, max: number): string {
  const value: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined
  return typeof value === 'string' ? value.slice(0, max) : ''
}

export const postedEmail = (request: FastifyRequest) => plainEmail(posted(request, 'email', 320))

export function emailFault(email: string): Fault | undefined {
  if (email === '') return { field: 'email', text: 'error.email-empty' }
  const good =
    email.length <= 254 && /^[^\s@"<>,;\p{Cc}]{1,64}@[^\s@"<>,;\p{Cc}]+\.[^\s@"<>,;.\p{Cc}]{2,}$/u.test(email)
  return good ? undefined : { field: 'email', text: 'error.email-bad' }
}

/** The six digits of a code, even if typed with spaces or as full-width digits; undefined if there are not six. */
export function sixDigits(typed: string): string | undefined {
  const digits = typed.normalize('NFKC').replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** The number in E.164 form; undefined if it is not a number with its country code. */
export function phoneNumber(typed: string): string | undefined {
  const { parsePhoneNumberFromString } = require('libphonenumber-js') as typeof import('libphonenumber-js')
  const parsed = parsePhoneNumberFromString(typed.normalize('NFKC').trim())
  return parsed?.isValid() ? parsed.number : undefined
}

export function newPasswordFault(password: string, owner: PasswordOwner): Fault | undefined {
  const fault: PasswordFault | undefined = passwordFault(password, owner)
  return fault && { field: 'new-password', text: `error.new-${fault}` }
}

/**
 * Sends a page, with status 200, 422 if the form must be corrected, or 429 with Retry-After if the user must wait.
 */
export function answer(reply: FastifyReply, page: string, fault?: Fault, wait = 0): FastifyReply {
  if (wait > 0) reply.header('retry-after', String(wait))
  const status = wait > 0 ? 429 : fault ? 422 : 200
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}
