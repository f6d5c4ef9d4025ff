import { isIPv6 } from 'node:net'

/**
 * The unit that rate limits count as one network: an IPv4 address, or an IPv6 /48, the block that a provider assigns to
 * one customer.
 */
export const network = (ip: string) => prefix6(ip) ?? plain4(ip)

/** The unit that rate limits count as one source of attempts on an account: an IPv4 /24 or an IPv6 /48. */
export const region = (ip: string) => prefix6(ip) ?? plain4(ip).split('.').slice(0, 3).join('.')

const plain4 = (ip: string) => ip.replace(/^::ffff:/i, '')

/** The first 48 bits of an IPv6 address in any notation; undefined for IPv4, also when mapped into IPv6. */
function prefix6(ip: string): string | undefined {
  const bare = ip.split('%')[0] ?? ''
  if (!isIPv6(bare) || /^::ffff:\d+\./i.test(bare)) return undefined
  const [head = '', tail] = bare.toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length - (/\./.test(bare) ? 1 : 0)
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last]
  return groups
    .slice(0, 3)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
