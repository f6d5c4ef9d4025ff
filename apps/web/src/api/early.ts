/** The device check's answer, for a call that needs one, and the answer to the call that it let pass. */
export type EarlyAnswer = { check?: unknown; response: Response }

declare global {
  interface Window {
    /**
     * What the first script asked for before the app was there; each is taken once. `token`: the answer to
     * `POST /auth/token`. `answers`: by address; undefined where the call has to be made anew.
     */
    finlistFirst?: { token?: Promise<Response> | undefined; answers: Record<string, Promise<EarlyAnswer | undefined>> }
  }
}

/** What was asked for at this address beforehand, once. */
export function takeEarly(address: string): Promise<EarlyAnswer | undefined> | undefined {
  const answers = window.finlistFirst?.answers ?? {}
  const answer = answers[address]
  delete answers[address]
  return answer
}
