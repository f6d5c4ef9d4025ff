import { read } from './storage.ts'

type Checkout = { productId: number; billingPeriodId: number; value: number; currency: 'HKD' }
type Nothing = Record<never, never>

/** Events by the names the specification gives them; their details never contain personal data. */
type Events = {
  page_view: { path: string }
  sign_up: Nothing
  CompleteRegistration: Nothing
  begin_checkout: Checkout
  InitiateCheckout: Checkout
  add_payment_info: Checkout
  purchase: Checkout
  Purchase: Checkout
}
type EventName = keyof Events
export type Recorded = { [N in EventName]: { name: N; detail: Events[N] } }[EventName]

let sink: ((recorded: Recorded) => void) | undefined
const waiting: Recorded[] = []
/**
 * The view of the current page, while it is not counted for lack of consent. It is counted if the user consents here.
 */
let here: Recorded | undefined

/**
 * Records an event; all analytics events go through here. Dispatches it on the document as 'finlist:analytics'. Passes
 * it to the operator's analytics scripts only if the user has consented, and queues it while the scripts load.
 */
export function record<N extends EventName>(name: N, detail: Events[N]): void {
  document.dispatchEvent(new CustomEvent('finlist:analytics', { detail: { name, ...detail }, bubbles: true }))
  const recorded = { name, detail } as Recorded
  const agreed = read('analyticsConsent') === 'yes'
  if (!agreed) {
    if (name === 'page_view') here = recorded
    return
  }
  if (sink) sink(recorded)
  else if (waiting.length < 20) waiting.push(recorded)
}

/** Queues the view of the page on which the user consented. */
export function recordHere(): void {
  if (here) waiting.unshift(here)
  here = undefined
  if (sink) pourInto(sink)
}

/** Passes the queued events, and every later one, to `given`. */
export function pourInto(given: (recorded: Recorded) => void): void {
  sink = given
  for (const recorded of waiting.splice(0)) sink(recorded)
}
