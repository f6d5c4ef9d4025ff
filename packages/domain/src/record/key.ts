import { canonical } from '../picking/canonical.ts'
import { base64UrlOf, bytesOfBase64Url, hexOf, type Sha256 } from './bytes.ts'

/** Whether the holder of `publicKey` (32 bytes) made the Ed25519 `signature` over `message`. */
export type Verify = (publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array) => boolean | Promise<boolean>

/** The id of a key: the first 16 hex digits of the hash of its 32 bytes. */
export const keyIdOf = (publicKey: Uint8Array, sha256: Sha256): string => hexOf(sha256(publicKey)).slice(0, 16)

/**
 * The body of an entry that introduces a key. `previousSignature` is the previous key's signature over the 32 bytes of
 * the new key; null for the first key, and for a key that replaces a lost one.
 */
export const keyBody = (publicKey: Uint8Array, previousSignature: Uint8Array | null, sha256: Sha256): string =>
  canonical({
    keyId: keyIdOf(publicKey, sha256),
    alg: 'Ed25519',
    publicKey: base64UrlOf(publicKey),
    previousSignature: previousSignature && base64UrlOf(previousSignature),
  })

export type BroughtKey = { keyId: string; publicKey: Uint8Array; previousSignature: Uint8Array | null }

/** The key that a body introduces; undefined if the body has no key, or if the id does not match the key. */
export function readKeyBody(body: string, sha256: Sha256): BroughtKey | undefined {
  try {
    const { keyId, alg, publicKey, previousSignature } = JSON.parse(body) as Record<string, unknown>
    if (alg !== 'Ed25519' || typeof publicKey !== 'string') return undefined
    const bytes = bytesOfBase64Url(publicKey)
    const before = typeof previousSignature === 'string' ? bytesOfBase64Url(previousSignature) : null
    if (bytes?.length !== 32 || before === undefined || keyId !== keyIdOf(bytes, sha256)) return undefined
    return { keyId, publicKey: bytes, previousSignature: before }
  } catch {
    return undefined
  }
}
