import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { askHowSeen } from './ask-server.ts'
import { type Check, notTried, ok, wrong } from './check.ts'

const isLoopback = (address: string) => /^(127\.|::1$|localhost$)/.test(address)

/** Checks that the server's own port cannot be reached from outside if there is a proxy. */
export const directPort: Check = {
  name: 'direct port',
  async run({ config, token }) {
    if (config.trustedProxies === 0) return notTried('TRUSTED_PROXIES is 0: people are meant to reach the port.')
    if (isLoopback(config.host)) return ok(`The server listens on ${config.host} alone.`)
    return await tryPort(await publicAddresses(config.publicUrl.hostname), config.PORT, token)
  },
}

/** Tries, from this machine, whether the server responds on the port at any of the addresses. */
export async function tryPort(addresses: readonly string[], port: number, token: string) {
  const urlOf = (address: string) => `http://${address.includes(':') ? `[${address}]` : address}:${port}`
  for (const address of addresses)
    if ('seen' in (await askHowSeen(urlOf(address), token)))
      return wrong(
        `The server's own port answers at ${urlOf(address)}, past the proxy: whoever reaches it can make up an address for each try. Set HOST=127.0.0.1, or the address of the network that proxy and server share, and shut the port in the firewall.`,
        'Behind a proxy',
      )
  if (addresses.length === 0) return notTried('This machine has no public address that could be tried.')
  return ok(`Port ${port} does not answer at ${addresses.join(', ')}; tried from this machine.`)
}

/** The addresses that the public host name resolves to (possibly the proxy's), and this machine's public addresses. */
async function publicAddresses(hostname: string): Promise<string[]> {
  const named = await lookup(hostname, { all: true }).catch(() => [])
  const own = Object.values(networkInterfaces()).flatMap(found => found ?? [])
  const all = [...named, ...own].map(({ address }) => address)
  return [...new Set(all)].filter(address => !isPrivate(address))
}

const isPrivate = (address: string) =>
  isLoopback(address) ||
  /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd]|fe[89ab])/i.test(
    address,
  )
