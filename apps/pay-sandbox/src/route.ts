import type { Row, Store } from './store.ts'

/**
 * A form value as it was sent: text, or nested by brackets. Lists are `items[0][price]`, turned into arrays by the
 * parser.
 */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

export type Input = { params: Readonly<Record<string, string>>; form: Form; key: 'secret' | 'publishable' }
export type ListOf<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

/**
 * A route of the Stripe API. `answer` is synchronous and changes only the store; it throws `ApiError`. The transport
 * parses and authorises the request, runs `answer` in one `store.change`, saves, expands and sends the response.
 */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  /** For example `/v1/customers/:id`. A literal segment takes precedence over a parameter. */
  path: string
  /** Whether a publishable key may call it too. */
  publishable?: true
  /**
   * Whether it returns a list. `answer` then returns the whole list, newest first, and the transport cuts it by limit,
   * starting_after and ending_before.
   */
  list?: true
  answer(store: Store, input: Input): Row | readonly Row[]
}

type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'

/**
 * An error that the caller receives as `{error}`. `keeps`: changes made so far are saved, as for a declined payment.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly httpStatus: number
  readonly error: {
    type: ErrorType
    message: string
    code?: string
    param?: string
    decline_code?: string
    [more: string]: unknown
  }
  readonly keeps: boolean
  constructor(httpStatus: number, error: ApiError['error'], keeps = false) {
    super(error.message)
    this.httpStatus = httpStatus
    this.error = error
    this.keeps = keeps
  }
}
