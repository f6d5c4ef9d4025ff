import { randomBytes } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
let pool = Buffer.alloc(0)
let next = 0

/** A new unique id, such as `cus_` followed by 24 letters or digits. */
export function newId(prefix: string): string {
  return prefix + base62(24)
}

/** A new client secret, `<id>_secret_` followed by 24 letters or digits. It gives a browser access to the intent. */
export const newSecret = (id: string): string => `${id}_secret_${base62(24)}`

/** Eight random capital letters and digits, for invoice numbers and promotion codes. */
export function newCode(): string {
  return base62(8).toUpperCase()
}

export function base62(length: number): string {
  let made = ''
  while (made.length < length) {
    if (next >= pool.length) {
      pool = randomBytes(4096)
      next = 0
    }
    const byte = pool[next++] as number
    // 248 is the largest multiple of 62 up to 256. Larger bytes are skipped, so that all characters are equally likely.
    if (byte < 248) made += letters[byte % 62]
  }
  return made
}
