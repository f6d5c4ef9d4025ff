import { type Check, type Finding, notTried, ok, reasonOf, wrong } from './check.ts'
import { judgeClock } from './clock.ts'
import { type Endpoints, tryClient } from './issuer-client.ts'

const see = 'Another issuer'
const withinMs = 10_000
const closed =
  'Without auth_time in its ID tokens no sign-in counts as fresh: nobody can charge or replace a card on file, change how they sign in, export their data or delete their account.'

/**
 * Checks that the issuer is reachable, accepts our client and reports when users entered their credentials, and that
 * its clock agrees with ours.
 */
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
    const judged = judgeIssuer(config.issuer, answer.status, metadata, aheadMs)
    const isReadable = (metadata as { issuer?: unknown } | undefined)?.issuer === config.issuer
    if (config.embeddedIdentity || !isReadable) return judged
    const client = await tryClient(config, metadata as Endpoints)
    if (client.state === 'wrong' || judged.state !== 'ok') return client.state === 'wrong' ? client : judged
    return client.state === 'ok' ? ok(`${judged.text} ${client.text}`) : client
  },
}

/** Checks the issuer's metadata. `aheadMs` is the lead of the issuer's clock over ours; NaN if unknown. */
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
    return notTried(`The issuer is found, but does not say which claims it gives. ${closed}`, see)
  if (!claims.includes('auth_time'))
    return wrong(`The issuer names no auth_time among its claims. ${closed} Turn the claim on there.`, see)
  return ok(`${wanted} is found, tells auth_time, and its clock agrees.`)
}
