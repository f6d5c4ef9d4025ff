/** The prefetched response to a call and, if the call needs a device check, the response to that check. */
export type EarlyAnswer = { check?: unknown; response: Response }

declare global {
  interface Window {
    /**
     * The responses that the first script fetched before the app was loaded. Each can be taken once. `token`: the
     * response of `POST /auth/token`. `answers`: the other responses by address. If one resolves to undefined, the app
     * has to make that call itself.
     */
    finlistFirst?: { token?: Promise<Response> | undefined; answers: Record<string, Promise<EarlyAnswer | undefined>> }
  }
}

/** Returns the response prefetched for this address, but only the first time. */
export function takeEarly(address: string): Promise<EarlyAnswer | undefined> | undefined {
  const answers = window.finlistFirst?.answers ?? {}
  const answer = answers[address]
  delete answers[address]
  return answer
}
