import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError, type Input } from '../route.ts'

export type Keys = { secretKey: string; publishableKey: string }

/** Rejects live keys, which are recognised by their prefix. Throws an Error that names the key. */
export function checkKeys({ secretKey, publishableKey }: Keys): void {
  if (/^[a-z]{2}_live_/.test(secretKey) || /^[a-z]{2}_live_/.test(publishableKey))
    throw new Error('the sandbox takes no live keys')
  if (!secretKey.startsWith('sk_test_')) throw new Error('the secret key must begin with sk_test_')
  if (!publishableKey.startsWith('pk_test_')) throw new Error('the publishable key must begin with pk_test_')
}

/**
 * The kind of key that the caller sent, as a Bearer token or as the user name of Basic authentication. Throws a 401 if
 * the key is missing or wrong.
 */
export function keyOf({ authorization = '' }: IncomingHttpHeaders, keys: Keys): Input['key'] {
  const shown = shownKey(authorization)
  if (!shown)
    throw refused(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    )
  if (isSame(shown, keys.secretKey)) return 'secret'
  if (isSame(shown, keys.publishableKey)) return 'publishable'
  throw refused(`Invalid API Key provided: ${shown.slice(0, 8)}****${shown.length > 16 ? shown.slice(-4) : ''}`)
}

export function isSame(shown: string, right: string): boolean {
  return timingSafeEqual(createHash('sha256').update(shown).digest(), createHash('sha256').update(right).digest())
}

function shownKey(authorization: string): string {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+)$/i.exec(authorization) ?? []
  if (scheme.toLowerCase() !== 'basic') return value
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? ''
}

function refused(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message })
}
