import type { Form } from '../route.ts'
import type { Store } from '../store.ts'

/**
 * A page or call of the sandbox under /_sandbox/. The transport has parsed the input and checked its size, and has
 * rejected an unknown Host and, for a POST, a missing or wrong `token` (a form field, or the header X-Sandbox-Token).
 * It adds only the Content-Length header; a page sets its own Content-Type and Content-Security-Policy.
 * Reserved paths, which answer JSON to the secret key or the token: /_sandbox/clock, /_sandbox/webhooks,
 * /_sandbox/webhooks/resend, /_sandbox/faults. With a form field `back` ('/_sandbox/...') their POST answers with a 303
 * to it.
 */
export type Page = {
  method: 'GET' | 'POST'
  /** For example `/_sandbox/3ds/:pi`. */
  path: string
  /** Whether other origins may load it: a script that shop pages include. */
  crossOrigin?: true
  answer(input: PageAsked): Promise<PageAnswer> | PageAnswer
}

export type PageAsked = {
  store: Store
  /** Queues `act` behind other changes; settles when its changes are saved. */
  change<R>(act: (store: Store) => R): Promise<R>
  /** The data of a control route, such as `/_sandbox/webhooks`; throws the same `ApiError` as the route. */
  look(control: string): Promise<object>
  params: Readonly<Record<string, string>>
  query: Form
  /** Empty for a GET. */
  form: Form
  /** The URL at which a browser reaches the sandbox: `http://127.0.0.1:5100`. */
  origin: string
  /** The shop's origin, which may frame the card fields and receive their messages; any origin if omitted. */
  allowedOrigin: string | undefined
  publishableKey: string
  /** Anti-forgery token, included in every form and script that posts back. A new one is made at each start. */
  token: string
}

export type PageAnswer = { status: number; headers: Record<string, string>; body: string | Buffer }
