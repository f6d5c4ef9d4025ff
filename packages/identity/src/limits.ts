import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** Each function answers the seconds to wait; 0 means go ahead. All processes of one database share the counts. */
export type Limits = {
  sendCode: (address: string, ip: string) => Promise<number>
  tryPassword: (account: string, ip: string) => Promise<number>
  /** A right password gives its tries back. */
  forgivePassword: (account: string, ip: string) => Promise<void>
  /** For somebody whose first step is done, so by account alone. */
  trySecondFactor: (account: string) => Promise<number>
  /** A right code gives its tries back. */
  forgiveSecondFactor: (account: string) => Promise<void>
}

export function limits(pool: pg.Pool): Limits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'identity_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    })
  const minute = 60
  const hour = 60 * minute
  const codeByNetwork = limiter('code-network', 200, hour)
  const codeByAddress = [
    limiter('code-minute', 1, minute),
    limiter('code-hour', 5, hour),
    limiter('code-day', 10, 24 * hour),
  ]
  const passwordByNetwork = limiter('password-network', 300, 15 * minute)
  const passwordByAccount = limiter('password-account', 10, 15 * minute)
  const secondFactor = [limiter('factor-account', 10, 15 * minute), limiter('factor-day', 50, 24 * hour)]

  return {
    async sendCode(address, ip) {
      for (const [counter, key] of [
        [codeByNetwork, network(ip)] as const,
        ...codeByAddress.map(l => [l, hidden(address)] as const),
      ]) {
        const wait = await consume(counter, key)
        if (wait > 0) return wait
      }
      return 0
    },
    async tryPassword(account, ip) {
      return (await consume(passwordByNetwork, network(ip))) || (await consume(passwordByAccount, hidden(account)))
    },
    async forgivePassword(account, ip) {
      await Promise.all([passwordByNetwork.reward(network(ip)), passwordByAccount.delete(hidden(account))])
    },
    async trySecondFactor(account) {
      for (const counter of secondFactor) {
        const wait = await consume(counter, account)
        if (wait > 0) return wait
      }
      return 0
    },
    async forgiveSecondFactor(account) {
      await Promise.all(secondFactor.map(counter => counter.delete(account)))
    },
  }
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}

/** Keys have a bounded length, and the table holds no addresses. */
const hidden = (text: string) => createHash('sha256').update(text).digest('base64url')

/** One household of IPv6 addresses (/64) counts as one. */
const network = (ip: string) => (isIPv6(ip) && !ip.startsWith('::ffff:') ? ip.split(':').slice(0, 4).join(':') : ip)
