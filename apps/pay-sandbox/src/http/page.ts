import type { Form } from '../route.ts'
import type { Store } from '../store.ts'

/**
 * A page or call of the payment provider's own, below /_sandbox/. The transport has bounded and parsed what came in, and
 * has refused a foreign Host; for a POST it has refused a missing or wrong `token` (a form field, or the header
 * X-Sandbox-Token). It adds no header but the length: a page gives its own Content-Type and Content-Security-Policy.
 *
 * Taken already, answering JSON to the secret key or the token: /_sandbox/clock, /_sandbox/webhooks,
 * /_sandbox/webhooks/resend, /_sandbox/faults. A form field `back` ('/_sandbox/...') makes their POST answer 303 to it.
 */
export type Page = {
  method: 'GET' | 'POST'
  /** `/_sandbox/3ds/:pi` */
  path: string
  /** Also answers script and style requests of any origin, as a script that foreign pages include. */
  crossOrigin?: true
  answer(input: PageAsked): Promise<PageAnswer> | PageAnswer
}

export type PageAsked = {
  store: Store
  /** Runs `act` in turn with every other change; settles when it is saved. */
  change<R>(act: (store: Store) => R): Promise<R>
  /** The data of a control, as `/_sandbox/webhooks` returns it; throws `ApiError` as the control does. */
  look(control: string): Promise<object>
  params: Readonly<Record<string, string>>
  query: Form
  /** Empty for a GET. */
  form: Form
  /** Where a browser reaches the sandbox: `http://127.0.0.1:5100`. */
  origin: string
  /** The shop's origin: who may frame the card fields and hear from them. Not given: anybody. */
  allowedOrigin: string | undefined
  publishableKey: string
  /** Goes into every form and script that posts back. New with each start. */
  token: string
}

export type PageAnswer = { status: number; headers: Record<string, string>; body: string | Buffer }
