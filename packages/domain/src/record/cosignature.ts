import { areSame, bytesOfBase64, type Sha256 } from './bytes.ts'
import { asciiOf, keyHash, readSignature } from './checkpoint.ts'
import type { Verify } from './key.ts'

/** A party that countersigns checkpoints, by name and Ed25519 key (C2SP tlog-cosignature). */
export type Cosigner = { name: string; publicKey: Uint8Array }

/** The end of the year 9999, in seconds since 1970; later times are invalid. */
const latest = 253_402_300_799

/** Type byte of a countersigning key, which is part of the key hash. */
const cosigning = 4

/** Reads a verifier key, `name+hash+key`; undefined for a key of another type or with a wrong hash. */
export function readVerifierKey(text: string, sha256: Sha256): Cosigner | undefined {
  const [, name, hash, encoded] = /^([^\s+]{1,200})\+([0-9a-f]{8})\+(\S{1,200})$/.exec(text) ?? []
  const bytes = bytesOfBase64(encoded ?? '')
  if (!name || bytes?.length !== 33 || bytes[0] !== cosigning) return undefined
  const publicKey = bytes.slice(1)
  const named = keyHash(name, publicKey, sha256, cosigning)
  const isOwn = named.every((byte, at) => byte === Number.parseInt(hash!.slice(2 * at, 2 * at + 2), 16))
  return isOwn ? { name, publicKey } : undefined
}

/** The text that a cosigner signs: the time, in seconds since 1970, and the checkpoint's text. */
export const cosignedText = (time: number, text: string): string => `cosignature/v1\ntime ${time}\n${text}`

/**
 * The time at which the cosigner signed the checkpoint `text`, in seconds since 1970, read from a line of a note.
 * Undefined if the line is not the cosigner's, or if its time or signature is invalid.
 */
export async function cosignedAt(
  line: string,
  text: string,
  { name, publicKey }: Cosigner,
  { sha256, verify }: { sha256: Sha256; verify: Verify },
): Promise<number | undefined> {
  const found = readSignature(line)
  const isOf = found?.name === name && areSame(found.keyHash, keyHash(name, publicKey, sha256, cosigning))
  if (!isOf || found.signature.length !== 72) return undefined
  const time = Number(new DataView(found.signature.slice().buffer).getBigUint64(0))
  if (time > latest) return undefined
  return (await verify(publicKey, found.signature.slice(8), asciiOf(cosignedText(time, text)))) ? time : undefined
}
