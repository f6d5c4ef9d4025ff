/** A vendor's response to one request. A vendor returns undefined for a URL that it does not have. */
export type Answer = { status: number; body: unknown; headers?: Record<string, string> }
export type Ask = { path: string; query: URLSearchParams; headers: Record<string, string | string[] | undefined> }
export type Vendor = (ask: Ask) => Answer | undefined

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const notFound: Answer = { status: 404, body: 'Ticker Not Found.' }
