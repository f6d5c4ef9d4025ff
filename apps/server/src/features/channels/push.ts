import type { Language } from '@finlist/i18n/languages'
import type { Selectable } from 'kysely'
import type { PushPair } from '../../db/key-purposes.ts'
import type { Key } from '../../db/keys.ts'
import type { Tables } from '../../db/tables.ts'
import type { Words } from '../../notifications/inbox/words-of.ts'
import { askPushService, type ConnectPush } from './push-service.ts'

export type PushSubscription = Selectable<Tables['push_subscription']>

/** Payload for the service worker. A message with the same `tag` replaces the previous one in the browser. */
export type PushMessage = Words & { link: string; tag: string; language: Language }

/**
 * Outcome of a push: accepted; subscription gone; retry after this many ms (undefined: unspecified); permanently
 * rejected.
 */
export type Pushed =
  | { is: 'taken' }
  | { is: 'gone'; why: string }
  | { is: 'later'; afterMs: number | undefined; why: string }
  | { is: 'refused'; why: string }

/** Time, in seconds, for which the push service stores a message for an offline browser. */
const keptSeconds = 86_400
const longestWaitMs = 86_400_000
/** Maximum lengths that keep the encrypted payload within 4096 bytes (RFC 8291), 103 of which are overhead. */
const mostTitleChars = 150
const mostTextChars = 600

/**
 * Sends a message to a browser: encrypted for it (RFC 8291) and signed with the key that its subscription was made for
 * (RFC 8292). `contact`: whom the push service may contact about problems. The tag is also sent as the Topic, so that
 * the push service drops duplicates.
 */
export async function push(
  { endpoint, p256dh, auth }: PushSubscription,
  key: Key,
  message: PushMessage,
  { contact, connect, now }: { contact: string; connect: ConnectPush | undefined; now: number },
): Promise<Pushed> {
  const { default: webPush } = await import('web-push')
  const payload = JSON.stringify({
    ...message,
    title: message.title.slice(0, mostTitleChars),
    text: message.text.slice(0, mostTextChars),
  })
  const { publicKey, privateKey } = JSON.parse(key.value) as PushPair
  const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: `mailto:${contact}`, publicKey, privateKey },
    TTL: keptSeconds,
    urgency: 'normal',
    topic: message.tag,
    contentEncoding: 'aes128gcm',
  })
  const { status, retryAfter } = await askPushService(endpoint, { method, headers: { ...headers }, body }, connect)
  const why = `the push service answered ${status}`
  if (status >= 200 && status < 300) return { is: 'taken' }
  // 401 and 403: the subscription is bound to a key that we no longer use.
  if ([401, 403, 404, 410].includes(status)) return { is: 'gone', why }
  if (status === 429 || status >= 500) return { is: 'later', afterMs: waitOf(retryAfter, now), why }
  return { is: 'refused', why }
}

/** Converts a Retry-After of seconds or a date (RFC 9110) into ms from now. */
function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  const ms = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : Date.parse(retryAfter ?? '') - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 1_000), longestWaitMs)
}
