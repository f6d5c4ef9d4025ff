/** Events by the names the specification gives them; details never hold personal data. */
type Events = {
  page_view: { path: string }
  sign_up: Record<never, never>
  CompleteRegistration: Record<never, never>
}

/**
 * The one way an event leaves the app. Nothing is sent anywhere: the event is announced on the document as
 * 'finlist:analytics', for whoever runs this FinList to pick up.
 */
export function record<N extends keyof Events>(name: N, detail: Events[N]): void {
  document.dispatchEvent(new CustomEvent('finlist:analytics', { detail: { name, ...detail }, bubbles: true }))
}
