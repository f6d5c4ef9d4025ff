import type { Form } from '../route.ts'
import type { Store } from '../store.ts'

/**
 * A page or call of the sandbox under /_sandbox/. Before it is called, the input has been parsed and its size checked,
 * and a request with an unknown Host has been rejected, as has a POST with a missing or wrong `token` (a form field, or
 * the header X-Sandbox-Token). Its headers replace the default ones, which are for JSON without caching; it must set
 * its own Content-Security-Policy.
 *
 * Reserved paths, which respond with JSON to the secret key or the token: /_sandbox/clock, /_sandbox/webhooks,
 * /_sandbox/webhooks/resend, /_sandbox/faults. A POST to one of them with a form field `back` ('/_sandbox/...') gets a
 * 303 to that path.
 */
export type Page = {
  method: 'GET' | 'POST'
  /** For example `/_sandbox/3ds/:pi`. */
  path: string
  /** Whether pages of other origins may load it, as the shop's pages do with the client script. */
  crossOrigin?: true
  answer(input: PageAsked): Promise<PageAnswer> | PageAnswer
}

export type PageAsked = {
  store: Store
  /** Queues `act` behind other changes. Settles when the changes of `act` are saved. */
  change<R>(act: (store: Store) => R): Promise<R>
  /** The data of a control route, such as `/_sandbox/webhooks`. Throws the same `ApiError` as the route. */
  look(control: string): Promise<object>
  params: Readonly<Record<string, string>>
  query: Form
  /** Empty for a GET. */
  form: Form
  /** The URL at which browsers reach the sandbox, such as `http://127.0.0.1:5100`. */
  origin: string
  /** The shop's origin, which may frame the card fields and receive their messages; any origin if omitted. */
  allowedOrigin: string | undefined
  publishableKey: string
  /** Anti-forgery token, which all forms and scripts that post must send. Each start creates a new one. */
  token: string
}

export type PageAnswer = { status: number; headers: Record<string, string>; body: string | Buffer }
