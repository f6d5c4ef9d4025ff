import type { Form } from '../route.ts'
import type { Store } from '../store.ts'

/**
 * One of the payment provider's own pages or calls, below /_sandbox/. The transport has bounded and parsed the input,
 * and has rejected a foreign Host; for a POST it has rejected a missing or wrong `token` (a form field, or the header
 * X-Sandbox-Token). It adds no header but the length: a page sets its own Content-Type and Content-Security-Policy.
 *
 * Reserved, answering JSON to the secret key or the token: /_sandbox/clock, /_sandbox/webhooks,
 * /_sandbox/webhooks/resend, /_sandbox/faults. A form field `back` ('/_sandbox/...') makes their POST answer 303 to it.
 */
export type Page = {
  method: 'GET' | 'POST'
  /** `/_sandbox/3ds/:pi` */
  path: string
  /** Also answers script and style requests from any origin, as a script that foreign pages include. */
  crossOrigin?: true
  answer(input: PageAsked): Promise<PageAnswer> | PageAnswer
}

export type PageAsked = {
  store: Store
  /** Runs `act` in turn with every other change; settles when it is saved. */
  change<R>(act: (store: Store) => R): Promise<R>
  /** The data of a control, as returned by `/_sandbox/webhooks`; throws `ApiError` as the control does. */
  look(control: string): Promise<object>
  params: Readonly<Record<string, string>>
  query: Form
  /** Empty for a GET. */
  form: Form
  /** The URL at which a browser reaches the sandbox: `http://127.0.0.1:5100`. */
  origin: string
  /** The shop's origin, which may frame the card fields and receive their messages. If omitted, every origin may. */
  allowedOrigin: string | undefined
  publishableKey: string
  /** Included in every form and script that posts back. New with each start. */
  token: string
}

export type PageAnswer = { status: number; headers: Record<string, string>; body: string | Buffer }
