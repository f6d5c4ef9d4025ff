import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals values for other parties to keep, in such a way that they can neither read nor change them: AES-256-GCM with a
 * separate key per purpose.
 */
export type Seal = { keys: () => readonly string[]; now: () => number }

/** Returns text for a cookie or a URL (base64url), valid for `seconds`. */
export function seal({ keys, now }: Seal, purpose: string, value: unknown, seconds: number): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(keys()[0]!, purpose), iv)
  const plain = JSON.stringify({ until: now() + seconds * 1000, value })
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/**
 * Returns the value that was sealed for this purpose; undefined if it was not sealed by us, was changed, or has
 * expired.
 */
export function unseal({ keys, now }: Seal, purpose: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed.slice(0, 8192), 'base64url')
  if (bytes.length < 28) return undefined
  for (const key of keys()) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyFor(key, purpose), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(-16))
      const plain = decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
      const { until, value } = JSON.parse(plain) as { until: number; value: unknown }
      return until > now() ? value : undefined
    } catch {
      // Sealed with another key, or not by us.
    }
  }
  return undefined
}

const keyFor = (key: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', key, '', `finlist-identity ${purpose}`, 32))
