import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { network, region } from './network.ts'

/**
 * The caller as rate limits see it: the IP address and, if given, the separate counter of a session or of a browser
 * that has signed in to the account before. With a separate counter, the attempts of strangers and of the caller do not
 * count against each other.
 */
export type Asking = { ip: string; own?: string | undefined }

/**
 * Rate limits. `try…` and `send…` count an attempt and return the number of seconds to wait, 0 if none; `forgive…` take
 * attempts back. All processes of one database share the counts.
 */
export type Limits = {
  /** `asker` is the sign-in or session. The limit of one code a minute applies to each asker separately. */
  sendCode: (address: string, asker: string, asking: Asking) => Promise<number>
  /** An additional limit for text messages, per phone number. */
  sendText: (number: string, asking: Asking) => Promise<number>
  tryPassword: (account: string, asking: Asking) => Promise<number>
  /** Takes back the attempt after a right password, so that only failures count. */
  forgivePassword: (account: string, asking: Asking) => Promise<void>
  /** Limited per account only, because the caller has passed the first step. */
  trySecondFactor: (account: string) => Promise<number>
  /** Takes back all attempts after a right code. */
  forgiveSecondFactor: (account: string) => Promise<void>
  /** Limits e-mails with a link that unlocks the sign-in to one per hour and address. */
  sendLink: (address: string, asking: Asking) => Promise<number>
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

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
  const code = {
    minute: limiter('code-minute', 1, minute),
    network: limiter('code-network', 200, hour),
    hour: limiter('code-hour', 5, hour),
    day: limiter('code-day', 10, day),
    address: limiter('code-address-hour', 15, hour),
    addressDay: limiter('code-address-day', 100, day),
    ownHour: limiter('code-own-hour', 5, hour),
    ownDay: limiter('code-own-day', 10, day),
  }
  const text = {
    hour: limiter('text-hour', 5, hour),
    day: limiter('text-day', 10, day),
    ownDay: limiter('text-own-day', 10, day),
  }
  const password = {
    network: limiter('password-network', 300, 15 * minute),
    region: limiter('password-region', 10, hour),
    account: limiter('password-account', 100, hour),
    own: limiter('password-own', 10, hour),
  }
  const factor = {
    quarter: limiter('factor-account', 5, 15 * minute),
    day: limiter('factor-day', 50, day),
  }
  const link = { network: limiter('link-network', 200, hour), hour: limiter('link-hour', 1, hour) }

  const passwordCounts = (account: string, { ip, own }: Asking): Count[] =>
    own === undefined
      ? [
          [password.network, network(ip)],
          [password.region, hidden(`${account} ${region(ip)}`)],
          [password.account, hidden(account)],
        ]
      : [[password.own, hidden(own)]]

  return {
    async sendCode(address, asker, { ip, own }) {
      if (own !== undefined) {
        const key = hidden(`${own} ${address}`)
        return await firstWait([
          [code.minute, hidden(`${asker} ${address}`)],
          [code.ownHour, key],
          [code.ownDay, key],
        ])
      }
      const here = hidden(`${address} ${region(ip)}`)
      return await firstWait([
        [code.network, network(ip)],
        [code.minute, hidden(`${asker} ${address}`)],
        [code.hour, here],
        [code.day, here],
        [code.address, hidden(address)],
        [code.addressDay, hidden(address)],
      ])
    },
    async sendText(number, { own }) {
      if (own !== undefined) return await firstWait([[text.ownDay, hidden(`${own} ${number}`)]])
      return await firstWait([
        [text.hour, hidden(number)],
        [text.day, hidden(number)],
      ])
    },
    tryPassword: (account, asking) => firstWait(passwordCounts(account, asking)),
    async forgivePassword(account, asking) {
      await Promise.all(passwordCounts(account, asking).map(([counter, key]) => counter.reward(key)))
    },
    trySecondFactor: account =>
      firstWait([
        [factor.quarter, account],
        [factor.day, account],
      ]),
    async forgiveSecondFactor(account) {
      await Promise.all(Object.values(factor).map(counter => counter.delete(account)))
    },
    sendLink: (address, { ip }) =>
      firstWait([
        [link.network, network(ip)],
        [link.hour, hidden(address)],
      ]),
  }
}

type Count = [RateLimiterPostgres, string]

/**
 * Counts an attempt against each limit in turn, until one is exceeded. The limit of the network comes first, so that
 * one network can create only a limited number of rows.
 */
async function firstWait(counts: Count[]): Promise<number> {
  for (const [counter, key] of counts) {
    const wait = await consume(counter, key)
    if (wait > 0) return wait
  }
  return 0
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

/** Keys are hashed so that their length is bounded and the table contains no addresses. */
const hidden = (key: string) => createHash('sha256').update(key).digest('base64url')
