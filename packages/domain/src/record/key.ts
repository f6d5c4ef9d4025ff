import { canonical } from '../picking/canonical.ts'
import { base64UrlOf, bytesOfBase64Url, hexOf, type Sha256 } from './bytes.ts'

/** Whether `signature` is that of the holder of `publicKey` (32 bytes) over `message`, by Ed25519. */
export type Verify = (publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array) => boolean | Promise<boolean>

/** A key is named by what it is: the first 16 hex digits of the hash of its 32 bytes. */
export const keyIdOf = (publicKey: Uint8Array, sha256: Sha256): string => hexOf(sha256(publicKey)).slice(0, 16)

/**
 * The body of an entry that brings a key. `previousSignature` is that of the key before over the new one's 32 bytes; null
 * for the first, and for one that follows a key that was lost.
 */
export const keyBody = (publicKey: Uint8Array, previousSignature: Uint8Array | null, sha256: Sha256): string =>
  canonical({
    keyId: keyIdOf(publicKey, sha256),
    alg: 'Ed25519',
    publicKey: base64UrlOf(publicKey),
    previousSignature: previousSignature && base64UrlOf(previousSignature),
  })

export type BroughtKey = { keyId: string; publicKey: Uint8Array; previousSignature: Uint8Array | null }

/** The key that a body brings; undefined where it brings none, or not under its own name. */
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
