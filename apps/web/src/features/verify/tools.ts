import { base64UrlOf } from '@finlist/domain/record/bytes'
import type { Verify } from '@finlist/domain/record/key'
import { sha256 } from './sha256.ts'

const keys = new Map<string, Promise<CryptoKey>>()

/** Verifies an Ed25519 signature through the browser's own implementation. */
const verify: Verify = async (publicKey, signature, message) => {
  const name = base64UrlOf(publicKey)
  const key = keys.get(name) ?? crypto.subtle.importKey('raw', buffer(publicKey), 'Ed25519', false, ['verify'])
  keys.set(name, key)
  return await crypto.subtle.verify('Ed25519', await key, buffer(signature), buffer(message))
}

const buffer = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>

/** The browser functions needed to check a record. */
export const tools = { sha256, verify }

/** Whether this browser supports the record's signatures. Without HTTPS it supports no signatures at all. */
export async function canVerify(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify'])
    return true
  } catch {
    return false
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes UTF-8; undefined if the bytes are not valid UTF-8. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
