import { areSame, base64Of, bytesOfBase64, joined, type Sha256 } from './bytes.ts'
import type { Verify } from './key.ts'

/** A snapshot of the record: the number of its entries, and the root of the tree over their hashes. */
export type Checkpoint = { origin: string; size: number; root: Uint8Array }

const longest = 10_000
const mostSignatures = 16
/** Type byte of an Ed25519 key, which is part of the key hash (C2SP signed-note). */
const ed25519 = 1

/** The text of a C2SP checkpoint. This is what is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${base64Of(root)}\n`

/** The text with one signature line, which has the key's name (the origin), the key hash and the signature. */
export function signedCheckpoint(
  checkpoint: Checkpoint,
  publicKey: Uint8Array,
  signature: Uint8Array,
  sha256: Sha256,
): string {
  const named = joined(keyHash(checkpoint.origin, publicKey, sha256), signature)
  return `${checkpointText(checkpoint)}\n— ${checkpoint.origin} ${base64Of(named)}\n`
}

/** The first four bytes of the hash of the key's name, type and bytes. */
export const keyHash = (name: string, publicKey: Uint8Array, sha256: Sha256, type = ed25519): Uint8Array =>
  sha256(joined(asciiOf(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, 4)

export type SignedCheckpoint = Checkpoint & {
  text: string
  signatures: { name: string; keyHash: Uint8Array; signature: Uint8Array }[]
}

/** Reads a signed checkpoint, without verifying it; undefined for any other text. */
export function readCheckpoint(note: string): SignedCheckpoint | undefined {
  if (note.length > longest || !note.endsWith('\n')) return undefined
  const at = note.lastIndexOf('\n\n')
  if (at < 0) return undefined
  const [origin, digits, encoded] = note.slice(0, at).split('\n')
  const root = bytesOfBase64(encoded ?? '')
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(digits ?? '') || root?.length !== 32) return undefined
  const lines = note.slice(at + 2, -1).split('\n')
  const signatures = lines.slice(0, mostSignatures).map(readSignature)
  if (signatures.some(signature => !signature)) return undefined
  return {
    origin,
    size: Number(digits),
    root,
    text: note.slice(0, at + 1),
    signatures: signatures as SignedCheckpoint['signatures'],
  }
}

/** Reads a signature line of a note; undefined for any other line. */
export function readSignature(line: string): SignedCheckpoint['signatures'][number] | undefined {
  const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? []
  const bytes = bytesOfBase64(encoded ?? '')
  if (!name || !bytes || bytes.length < 5) return undefined
  return { name, keyHash: bytes.slice(0, 4), signature: bytes.slice(4) }
}

/** Whether the holder of the key signed the checkpoint under its origin. */
export async function isSignedBy(
  { origin, text, signatures }: SignedCheckpoint,
  publicKey: Uint8Array,
  { sha256, verify }: { sha256: Sha256; verify: Verify },
): Promise<boolean> {
  const expected = keyHash(origin, publicKey, sha256)
  const own = signatures.find(({ name, keyHash: hash }) => name === origin && areSame(hash, expected))
  return own?.signature.length === 64 && (await verify(publicKey, own.signature, asciiOf(text)))
}

/**
 * The text as ASCII bytes, with `?` for any other character. The checkpoints that we sign or accept are in ASCII: host
 * names, digits and base64.
 */
export function asciiOf(text: string): Uint8Array {
  return Uint8Array.from(text, letter => (letter.charCodeAt(0) < 128 ? letter.charCodeAt(0) : 63))
}
