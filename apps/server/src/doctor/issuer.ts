import { type Check, type Finding, notTried, ok, reasonOf, wrong } from './check.ts'
import { judgeClock } from './clock.ts'

const see = 'Every variable'
const withinMs = 10_000

/** The issuer is found, says when people signed in, and its clock agrees with ours. */
export const issuer: Check = {
  name: 'issuer',
  async run({ config }) {
    const address = `${config.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const answer = await fetch(address, { signal: AbortSignal.timeout(withinMs) }).catch((error: unknown) =>
      reasonOf(error),
    )
    if (typeof answer === 'string') return wrong(`${address} does not answer: ${answer}. Nobody can sign in.`, see)
    const metadata: unknown = await answer.json().catch(() => undefined)
    const aheadMs = Date.parse(answer.headers.get('date') ?? '') - Date.now()
    return judgeIssuer(config.issuer, answer.status, metadata, aheadMs)
  },
}

/** `aheadMs`: by how much the issuer's clock is ahead, NaN when it does not say. */
export function judgeIssuer(wanted: string, status: number, metadata: unknown, aheadMs: number): Finding {
  if (status !== 200 || typeof metadata !== 'object' || metadata === null)
    return wrong(`The issuer's metadata cannot be read: ${status}. Nobody can sign in.`, see)
  const { issuer: named, claims_supported: claims } = metadata as { issuer?: unknown; claims_supported?: unknown }
  if (named !== wanted)
    return wrong(`The issuer calls itself ${String(named).slice(0, 200)}: set OIDC_ISSUER to exactly that.`, see)
  if (Number.isFinite(aheadMs)) {
    const clock = judgeClock("The issuer's clock", aheadMs)
    if (clock.state === 'wrong') return clock
  }
  if (!Array.isArray(claims))
    return notTried(
      'The issuer is found, but does not say which claims it gives. Without auth_time in its ID tokens a sign-in counts as fresh only when it was asked for anew.',
      see,
    )
  if (!claims.includes('auth_time'))
    return wrong(
      'The issuer names no auth_time among its claims: a sign-in then counts as fresh only when it was asked for anew. Turn the claim on there.',
      see,
    )
  return ok(`${wanted} is found, tells auth_time, and its clock agrees.`)
}
