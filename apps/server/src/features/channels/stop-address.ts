import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AlertKind, alertKinds } from '@finlist/domain/alerts/kind-names'
import type { Key, KeyRing } from '../../db/keys.ts'

/** E-mails that an unsubscribe link turns off: those of one kind, the daily e-mail, or the weekly one. */
export type Stops = AlertKind | 'daily' | 'weekly'

const inText: ReadonlySet<string> = new Set([...alertKinds, 'daily', 'weekly'])

/** The unsubscribe path for this user. It works for anyone who has it, as long as the signing key is accepted. */
export const stopPath = (userId: number, what: Stops, { signing }: KeyRing): string =>
  `/stop/${userId}.${what}.${sealOf(userId, what, signing)}`

/** The user and the kind of e-mail in an unsubscribe token; undefined if its signature is not ours. */
export function readStop(token: string, { accepted }: KeyRing): { userId: number; what: Stops } | undefined {
  const [, id = '', what = '', seal = ''] = /^(\d{1,15})\.([a-z-]{1,20})\.([\w-]{43})$/.exec(token) ?? []
  if (!inText.has(what)) return undefined
  const given = Buffer.from(seal)
  const isOurs = accepted.some(key => timingSafeEqual(given, Buffer.from(sealOf(Number(id), what, key))))
  return isOurs ? { userId: Number(id), what: what as Stops } : undefined
}

const sealOf = (userId: number, what: string, { value }: Key) =>
  createHmac('sha256', value).update(`${userId}\n${what}`).digest('base64url')
