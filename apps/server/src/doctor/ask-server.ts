import type { SeenRequest } from '../http/seen-request.ts'
import { reasonOf } from './check.ts'

const withinMs = 10_000

/** A forged client address. It is from a range reserved for documentation (RFC 5737), so no real client has it. */
export const forgedAddress = '198.51.100.77'

/** How the server at an origin saw the request, or why that is unknown. */
export type Seen = { seen: SeenRequest } | { why: string }

/** Asks the running server how it sees a request; `claimed` is a forged client address. Does not follow redirects. */
export async function askHowSeen(origin: string | URL, token: string, claimed?: string): Promise<Seen> {
  const answer = await fetch(new URL('/api/doctor', origin), {
    headers: { authorization: `Bearer ${token}`, ...(claimed && { 'x-forwarded-for': claimed }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(withinMs),
  }).catch((error: unknown) => reasonOf(error))
  if (typeof answer === 'string') return { why: `does not answer (${answer})` }
  if (answer.status === 404) return { why: 'answers, but is another server or has another database' }
  if (answer.status !== 200) return { why: `answers ${answer.status}` }
  const seen: unknown = await answer.json().catch(() => undefined)
  return isSeen(seen) ? { seen } : { why: 'answers something else than this server' }
}

const isSeen = (answer: unknown): answer is SeenRequest =>
  typeof answer === 'object' && answer !== null && 'forwardedFor' in answer && 'trustedProxies' in answer
