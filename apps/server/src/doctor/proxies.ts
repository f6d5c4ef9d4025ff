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
 * Each proxy appends one address to X-Forwarded-For. Before them is whatever the client sent, which the first proxy may
 * drop.
 */
function judgeProxies({ forwardedFor, trustedProxies }: SeenRequest): Finding {
  const entries = forwardedFor
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean)
  const count = entries.length - 1 - entries.lastIndexOf(forgedAddress)
  if (count === trustedProxies) {
    const hops = count === 0 ? 'No proxy stands' : count === 1 ? 'One proxy stands' : `${count} proxies stand`
    return ok(`${hops} in front, as TRUSTED_PROXIES says.`)
  }
  if (count > trustedProxies)
    return wrong(
      `${count} stand in front and TRUSTED_PROXIES is ${trustedProxies}: all visitors share a proxy's address, so a few wrong passwords of one stop everybody. Set TRUSTED_PROXIES=${count}.`,
      see,
    )
  return wrong(
    `${count === 0 ? 'No proxy has added an address to X-Forwarded-For' : `Only ${count} stand in front`}, and TRUSTED_PROXIES is ${trustedProxies}: strangers can make up their address. Set TRUSTED_PROXIES=${count}, or have the proxy append to X-Forwarded-For.`,
    see,
  )
}
