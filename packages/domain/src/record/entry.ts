import { type ExchangeId, exchangeIds } from '../markets.ts'
import { hexOf, type Sha256 } from './bytes.ts'

/**
 * The kinds of entry in the record. `proposal` fixes the data from which the seeds of the twins are computed.
 * `roll-back` records that an issue was withdrawn. `model` is what a market's outlooks are computed from.
 */
export const entryKinds = ['key', 'method', 'proposal', 'issue', 'edit', 'outcomes', 'roll-back', 'model'] as const
export type EntryKind = (typeof entryKinds)[number]

/** Whether bodies of this kind are paid content. Such bodies are salted, and masked at first. */
export const isMaskedKind = (kind: EntryKind): boolean => kind === 'issue' || kind === 'edit' || kind === 'outcomes'

/**
 * An entry of the record, with the fields of its line. `body` is the exact text that was hashed; it is absent while the
 * entry is masked.
 */
export type RecordEntry = {
  seq: number
  prev: string
  kind: EntryKind
  /** Empty if the entry belongs to no market. */
  market: ExchangeId | ''
  /** The time at which the entry was made, in UTC: ISO 8601 with milliseconds. */
  madeAt: string
  keyId: string
  bodyHash: string
  body?: string
  hash: string
  /** Ed25519 signature over the 32 bytes of `hash`, in base64url. */
  signature: string
}

/** Maximum number of characters in a line of the record. */
export const longestLine = 16_000_000
/** The `prev` of the first entry. */
export const noHash = '0'.repeat(64)

type Hashed = Omit<RecordEntry, 'body' | 'hash' | 'signature'>

/** The text that an entry's hash is computed from. */
const entryText = ({ seq, prev, kind, market, madeAt, keyId, bodyHash }: Hashed): string =>
  [seq, prev, kind, market, madeAt, keyId, bodyHash].join('\n')

export const entryHash = (entry: Hashed, sha256: Sha256): string => hexOf(sha256(entryText(entry)))

/** The entry that follows `head`, with its hash but not yet signed. */
export function nextEntry(
  head: Pick<RecordEntry, 'seq' | 'hash'> | undefined,
  made: Pick<RecordEntry, 'kind' | 'market' | 'madeAt' | 'keyId'> & { body: string },
  sha256: Sha256,
): Omit<RecordEntry, 'signature'> & { body: string } {
  const { body, ...rest } = made
  const entry = { seq: (head?.seq ?? 0) + 1, prev: head?.hash ?? noHash, ...rest, bodyHash: hexOf(sha256(body)) }
  return { ...entry, body, hash: entryHash(entry, sha256) }
}

/** An entry as a line of the record, without the line feed. */
export function entryLine(entry: RecordEntry): string {
  const { seq, prev, kind, market, madeAt, keyId, bodyHash, body, hash, signature } = entry
  return JSON.stringify({ seq, prev, kind, market, madeAt, keyId, bodyHash, body, hash, signature })
}

const shapes: Record<string, RegExp> = {
  prev: /^[0-9a-f]{64}$/,
  kind: new RegExp(`^(${entryKinds.join('|')})$`),
  market: new RegExp(`^(${exchangeIds.join('|')})?$`),
  madeAt: /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z$/,
  keyId: /^[0-9a-f]{16}$/,
  bodyHash: /^[0-9a-f]{64}$/,
  hash: /^[0-9a-f]{64}$/,
  signature: /^[\w-]{86}$/,
}
const mayStand = new Set(['seq', 'body', ...Object.keys(shapes)])

/** Reads a line of the record, without verifying its hash and signature; undefined for an invalid line. */
export function readEntryLine(line: string): RecordEntry | undefined {
  if (line.length > longestLine) return undefined
  const found = parsed(line)
  if (!found || Object.keys(found).some(name => !mayStand.has(name))) return undefined
  const { seq, body } = found
  if (!Number.isSafeInteger(seq) || (seq as number) < 1) return undefined
  if (body !== undefined && typeof body !== 'string') return undefined
  for (const [name, shape] of Object.entries(shapes)) {
    const value = found[name]
    if (typeof value !== 'string' || !shape.test(value)) return undefined
  }
  return found as RecordEntry
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** How long, from the time it was made, a body of a masked kind is shown only to holders of the market's right. */
export const maskedMs = 13 * 7 * 86_400_000
