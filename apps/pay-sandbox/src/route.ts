import type { Row, Store } from './store.ts'

/**
 * A form value as it was sent: a text, or values nested by brackets. The parser turns `items[0][price]` into an array.
 */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

export type Input = { params: Readonly<Record<string, string>>; form: Form; key: 'secret' | 'publishable' }
export type ListOf<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

/**
 * A route of the Stripe API. `answer` is synchronous and changes only the store. It throws `ApiError`. The transport
 * parses and authorises the request, runs `answer` within one `store.change`, saves the changes, and expands and sends
 * the response.
 */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Such as `/v1/customers/:id`. A literal segment takes precedence over a parameter. */
  path: string
  /** Whether the route may also be called with a publishable key. */
  publishable?: true
  /**
   * Whether the route returns a list. `answer` then returns the whole list, newest first, and the transport selects the
   * page by limit, starting_after and ending_before.
   */
  list?: true
  answer(store: Store, input: Input): Row | readonly Row[]
}

type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'

/**
 * An error that is sent to the caller as `{error}`. `keeps`: the changes made so far are saved, as for a declined
 * payment.
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
