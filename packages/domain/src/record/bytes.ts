/** SHA-256 of bytes, or of a text in UTF-8. */
export type Sha256 = (data: Uint8Array | string) => Uint8Array

const digits = '0123456789abcdef'

export function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += digits[byte >> 4]! + digits[byte & 15]!
  return text
}

/** Decodes lower-case hex digits, two per byte. */
export function bytesOfHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Encodes bytes in base64 (RFC 4648), with padding. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const three = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (const shift of [18, 12, 6, 0]) text += letters[(three >> shift) & 63]!
  }
  const missing = (3 - (bytes.length % 3)) % 3
  return text.slice(0, text.length - missing) + '='.repeat(missing)
}

/** Decodes base64; undefined for text that is not the canonical encoding of some bytes. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const bare = text.replace(/={1,2}$/, '')
  const bytes = new Uint8Array(Math.floor((bare.length * 3) / 4))
  let [bits, value, length] = [0, 0, 0]
  for (const letter of bare) {
    const six = letters.indexOf(letter)
    if (six < 0) return undefined
    value = ((value << 6) | six) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = (value >> bits) & 255
  }
  return base64Of(bytes) === text ? bytes : undefined
}

/** Encodes bytes in base64url (RFC 4648 section 5), without padding. */
export const base64UrlOf = (bytes: Uint8Array): string =>
  base64Of(bytes).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')

export function bytesOfBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  const padded = text + '='.repeat((4 - (text.length % 4)) % 4)
  return bytesOfBase64(padded.replaceAll('-', '+').replaceAll('_', '/'))
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const areSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
