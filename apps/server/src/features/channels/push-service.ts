import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIPv6, type LookupFunction, type Socket } from 'node:net'

const patienceMs = 10_000
const mostAddressChars = 1_000

/**
 * Whether a push endpoint sent by a browser belongs to one of the allowed push services and uses https on port 443
 * without credentials. `services` are host names; a leading `*.` matches one or more labels.
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (!url || endpoint.length > mostAddressChars) return false
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  return services.some(service =>
    service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service,
  )
}

/** The push service's response; `retryAfter` is the header's raw value. */
export type PushAnswer = { status: number; retryAfter: string | undefined }
export type PushRequest = { method: string; headers: Record<string, string | number>; body: Buffer | null }

/** Connection options for a push service; tests override them. */
export type ConnectPush = { lookup: LookupFunction } | { createConnection: () => Socket }

/** Sends the request only to the address that was checked. Redirects are returned like any response, not followed. */
export async function askPushService(
  endpoint: string,
  { method, headers, body }: PushRequest,
  connect: ConnectPush = { lookup: publicAddress(lookup) },
): Promise<PushAnswer> {
  return await new Promise((resolve, reject) => {
    const asked = request(endpoint, {
      method,
      headers,
      signal: AbortSignal.timeout(patienceMs),
      ...('lookup' in connect ? { agent: false, lookup: connect.lookup } : connect),
    })
    asked.on('error', reject)
    asked.on('response', answer => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      answer.destroy()
    })
    asked.end(body ?? undefined)
  })
}

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Resolves a host name for the connection, which then uses exactly that address. Fails if any of the addresses is not
 * public.
 */
export const publicAddress =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new Error(`${host} has no address`), [])
      if (!addresses.every(({ address }) => isPublic(address)))
        return done(new Error(`${host} is at an address within a network`), [])
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })

/** Ranges outside the public internet (RFC 6890 and its successors): all of IPv4's, and those within 2000::/3. */
const within = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  within.addSubnet(net, bits, 'ipv4')
/**
 * Only 2000::/3 of IPv6 is allocated to the internet. Documentation, Teredo, ORCHID and 6to4 ranges within it are
 * excluded.
 */
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  within.addSubnet(net, bits, 'ipv6')

export const isPublic = (address: string): boolean =>
  isIPv6(address) ? givenOut.check(address, 'ipv6') && !within.check(address, 'ipv6') : !within.check(address, 'ipv4')
