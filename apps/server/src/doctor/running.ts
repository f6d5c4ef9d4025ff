import { askHowSeen } from './ask-server.ts'
import { type Check, ok, wrong } from './check.ts'

/** Checks that the server running with these settings and this database answers at the public URL. */
export const running: Check = {
  name: 'server',
  async run({ config, token }) {
    const asked = await askHowSeen(config.publicUrl, token)
    if ('why' in asked)
      return wrong(
        `${config.publicUrl.origin} ${asked.why}. Is the service running, and does the proxy send on to port ${config.PORT}?`,
        'Behind a proxy',
      )
    const { trustedProxies, publicUrl } = asked.seen
    if (trustedProxies !== config.trustedProxies || publicUrl !== config.publicUrl.origin)
      return wrong(
        `The server runs with other settings (PUBLIC_URL=${publicUrl}, TRUSTED_PROXIES=${trustedProxies}) than these. Restart it.`,
        'Upgrade',
      )
    return ok(`${config.publicUrl.origin} answers, with these settings and this database.`)
  },
}
