/** The response of the device check, for a call that needs one, and the response of the call it allowed. */
export type EarlyAnswer = { check?: unknown; response: Response }

declare global {
  interface Window {
    /**
     * What the first script fetched before the app was loaded; each entry is taken once. `token`: the response of `POST
     * /auth/token`. `answers`: by address; undefined where the call has to be made again.
     */
    finlistFirst?: { token?: Promise<Response> | undefined; answers: Record<string, Promise<EarlyAnswer | undefined>> }
  }
}

/** Takes what was prefetched for this address; works once. */
export function takeEarly(address: string): Promise<EarlyAnswer | undefined> | undefined {
  const answers = window.finlistFirst?.answers ?? {}
  const answer = answers[address]
  delete answers[address]
  return answer
}
