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
 * One route of the payment provider's API. `answer` is synchronous and changes only the store; it throws `ApiError`. The
 * transport parses, authorises, runs it within one `store.change`, saves, expands and writes.
 */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  /** `/v1/customers/:id`; a fixed word wins over a parameter. */
  path: string
  /** A publishable key may call it too. */
  publishable?: true
  /** A list: the transport pages `answer`'s whole list (newest first) by limit, starting_after and ending_before. */
  list?: true
  answer(store: Store, input: Input): Row | readonly Row[]
}

type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'

/**
 * The error that the caller gets as `{error}`. `keeps`: the changes made so far are saved, as for a declined payment.
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
