import type { SeenRequest } from '../http/seen-request.ts'
import { askHowSeen, forgedAddress } from './ask-server.ts'
import { type Check, type Finding, notTried, ok, wrong } from './check.ts'

const see = 'Behind a proxy'

/** Checks that TRUSTED_PROXIES matches the number of proxies in front of the server. */
export const proxies: Check = {
  name: 'proxy count',
  async run({ config, token }) {
    if (config.demo && !config.DEMO_PUBLIC)
      return notTried('A demo of one machine answers no request that came through a proxy.')
    const asked = await askHowSeen(config.publicUrl, token, forgedAddress)
    return 'why' in asked ? notTried(`${config.publicUrl.origin} ${asked.why}.`) : judgeProxies(asked.seen)
  },
}

/**
 * Each proxy appends one address to X-Forwarded-For. The proxies' addresses follow those that the client sent, unless
 * the first proxy dropped the client's.
 */
function judgeProxies({ forwardedFor, trustedProxies }: SeenRequest): Finding {
  const entries = forwardedFor
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean)
  const count = entries.length - 1 - entries.lastIndexOf(forgedAddress)
  if (count === trustedProxies) {
    return ok(`Requests pass through ${inWords(count)}, as TRUSTED_PROXIES says.`)
  }
  if (count > trustedProxies)
    return wrong(
      `Requests pass through ${inWords(count)}, but TRUSTED_PROXIES is ${trustedProxies}: all visitors share a proxy's address, so a few wrong passwords lock everybody out. Set TRUSTED_PROXIES=${count}.`,
      see,
    )
  return wrong(
    `${count === 0 ? 'No proxy has added an address to X-Forwarded-For' : `Requests pass through only ${inWords(count)}`}, but TRUSTED_PROXIES is ${trustedProxies}: visitors can forge their address. Set TRUSTED_PROXIES=${count}, or have the proxy append to X-Forwarded-For.`,
    see,
  )
}

const inWords = (count: number) => (count === 0 ? 'no proxy' : count === 1 ? 'one proxy' : `${count} proxies`)
