import { askHowSeen } from './ask-server.ts'
import { type Check, notTried, ok, wrong } from './check.ts'

/** Checks that the proxy forwards the host name that users type. */
export const host: Check = {
  name: 'host name',
  async run({ config, token }) {
    const asked = await askHowSeen(config.publicUrl, token)
    if ('why' in asked) return notTried(`${config.publicUrl.origin} ${asked.why}.`)
    const wanted = config.publicUrl.host
    if (asked.seen.host === wanted) return ok(`Requests arrive under ${wanted}.`)
    return wrong(
      `Requests to ${wanted} arrive under ${asked.seen.host}, and browsers are sent in a circle. Have the proxy pass the Host header on unchanged.`,
      'Behind a proxy',
    )
  },
}
