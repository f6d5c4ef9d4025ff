import { createECDH, randomBytes } from 'node:crypto'
import { newSigningKey } from '@finlist/identity/signing-key'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

const secret = () => randomBytes(32).toString('base64url')

/** A key pair for Web Push (RFC 8292): a P-256 point and its scalar, in base64url. */
function pushPair(): string {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  const scalar = pair.getPrivateKey()
  const privateKey = Buffer.concat([Buffer.alloc(32 - scalar.length), scalar]).toString('base64url')
  return JSON.stringify({ publicKey, privateKey } satisfies PushPair)
}
export type PushPair = { publicKey: string; privateKey: string }

/**
 * For each purpose: how to make a key (`make`), and how long its signatures stay valid once its successor signs
 * (`goodForMs`).
 */
export const purposes = {
  'access-token': { make: secret, goodForMs: 10 * minuteMs },
  'sign-in-cookie': { make: secret, goodForMs: 15 * minuteMs },
  'email-proof': { make: secret, goodForMs: 10 * minuteMs },
  'video-files': { make: secret, goodForMs: 360 * minuteMs },
  /** Signs one-click unsubscribe links. They stay valid for a long time, because people open old e-mails. */
  'mail-stop': { make: secret, goodForMs: 400 * dayMs },
  /** A push subscription is bound to one key and ends with the browser's session, after at most 30 days. */
  push: { make: pushPair, goodForMs: 30 * dayMs },
  doctor: { make: secret, goodForMs: 5 * minuteMs },
  'identity-client': { make: secret, goodForMs: 0 },
  'provider-signing': { make: () => JSON.stringify(newSigningKey()), goodForMs: 30 * dayMs },
  'provider-cookies': { make: secret, goodForMs: 90 * dayMs },
  'provider-codes': { make: secret, goodForMs: 10 * minuteMs },
}
export type Purpose = keyof typeof purposes
