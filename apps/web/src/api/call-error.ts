import type { CallErrorEntry } from '@finlist/contract/envelope'

/**
 * The server refused the call, or the device check before it did. `code` 'device' means that this browser is refused,
 * not that the user's plan is insufficient.
 */
export class ForbiddenError extends Error {
  override name = 'ForbiddenError'
  readonly code: string | undefined
  constructor(errors: readonly CallErrorEntry[] = []) {
    super(errors[0]?.message ?? 'Forbidden')
    this.code = errors[0]?.code
  }
}

/** Any other failed call. `httpStatus` is 0 when there was no response; `errors[0].message` is meant for the user. */
export class CallError extends Error {
  override name = 'CallError'
  readonly httpStatus: number
  readonly errors: readonly CallErrorEntry[]
  constructor(where: string, httpStatus: number, errors: readonly CallErrorEntry[] = []) {
    super(`${where}: ${errors[0]?.message ?? (httpStatus === 0 ? 'no answer' : `HTTP ${httpStatus}`)}`)
    this.httpStatus = httpStatus
    this.errors = errors
  }
}

/** The server's message for the user, if it sent one. */
export function errorMessage(error: unknown): string | undefined {
  if (error instanceof ForbiddenError) return error.message === 'Forbidden' ? undefined : error.message
  return error instanceof CallError ? error.errors[0]?.message : undefined
}

/** Whether there was no response, for example without a network. */
export const isUnanswered = (error: unknown): boolean => error instanceof CallError && error.httpStatus === 0

/** Whether the call did nothing because the user declined to verify their identity. Needs no error message. */
export const isStepUpRefused = (error: unknown): boolean =>
  error instanceof CallError && error.httpStatus === 401 && error.errors[0]?.code === 'fresh_sign_in'
