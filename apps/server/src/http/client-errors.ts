import type { CallErrorEntry } from '@finlist/contract/envelope'
import { type Language } from '@finlist/i18n/languages'
import { type TextKey, translate } from './translate.ts'

type Details = { field?: string; code?: string; values?: Record<string, string | number> }

/** An error response, thrown anywhere below a handler. `text` is translated into the caller's language. */
export class ClientError extends Error {
  readonly httpStatus: number
  readonly text: TextKey
  readonly details: Details
  readonly retryAfterSeconds: number | undefined

  constructor(httpStatus: number, text: TextKey, details: Details & { retryAfterSeconds?: number } = {}) {
    super(text)
    const { retryAfterSeconds, ...rest } = details
    this.httpStatus = httpStatus
    this.text = text
    this.details = rest
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The error entries in the caller's language. */
  entries(language: Language): CallErrorEntry[] {
    const { code, field, values } = this.details
    return [{ message: translate(language, this.text, values), ...(code && { code }), ...(field && { field }) }]
  }
}

/** The user is not allowed to do this: HTTP 403, status Forbidden. */
export class Forbidden extends ClientError {
  constructor(text: TextKey = 'forbidden', code?: string) {
    super(403, text, code === undefined ? {} : { code })
  }
}

/** The caller is not signed in: HTTP 401. */
export class Unauthorized extends ClientError {
  constructor(code: 'token' | 'fresh_sign_in' = 'token') {
    super(401, code === 'token' ? 'unauthorized' : 'fresh-sign-in', { code })
  }
}

/** The request is invalid: HTTP 400 unless another status fits better. */
export class BadRequest extends ClientError {
  constructor(text: TextKey, details: Details & { httpStatus?: number } = {}) {
    const { httpStatus = 400, ...rest } = details
    super(httpStatus, text, rest)
  }
}

export class NotFound extends ClientError {
  constructor() {
    super(404, 'not-found')
  }
}

export class TooMany extends ClientError {
  constructor(retryAfterSeconds: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
    super(429, 'too-many-tries', { retryAfterSeconds: seconds, values: { count: seconds } })
  }
}

/** The server has no capacity at the moment: HTTP 503. The caller should retry in a few seconds. */
export class TooBusy extends ClientError {
  constructor(retryAfterSeconds = 5) {
    super(503, 'too-busy', { retryAfterSeconds, values: { seconds: retryAfterSeconds } })
  }
}
