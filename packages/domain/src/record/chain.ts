import { bytesOfBase64Url, bytesOfHex, hexOf, type Sha256 } from './bytes.ts'
import { entryHash, noHash, type RecordEntry } from './entry.ts'
import type { Unread } from './entry-reader.ts'
import { readKeyBody, type Verify } from './key.ts'
import { OutcomesCheck } from './outcomes.ts'
import type { OutlooksCheck } from './outlooks.ts'

/** The possible faults of an entry or of the whole record. */
const faultNames = [
  /** A line that is not an entry. */
  'malformed',
  /** The line's fields are not those that were hashed. */
  'changed',
  /** The body differs from the one that was hashed. */
  'body-changed',
  /** The signature was not made with the key that the entry names. */
  'bad-signature',
  /** Signed with a key that is not in the record, or that was already replaced. */
  're-signed',
  /** The entry introduces a key that the previous key did not sign. */
  'bad-key',
  /** The entry does not link to the previous one. */
  'unchained',
  'dropped',
  'swapped',
  'doubled',
  /** Two entries with the same number, or an entry that differs from a head that was kept outside the record. */
  'fork',
  /** Dated before the previous entry. */
  'time-runs-back',
  /** The record ends before a head that was kept outside it. */
  'stale-head',
  /** The file ends in the middle of a line. */
  'truncated',
  /** Bytes that are not UTF-8. */
  'not-utf-8',
  /** An outcomes entry whose body has the wrong form. */
  'outcomes-malformed',
  /** An outcome of a pick that is in no earlier issue, or is there with another buy point. */
  'outcome-unlisted',
  /** An outcome that is already in an earlier entry. */
  'outcome-twice',
  /** An outcome whose return does not follow from its prices and the costs. */
  'outcome-net',
  /** A model's entry whose body does not have the required form. */
  'model-malformed',
  /** An issue whose outlooks do not have the required form. */
  'outlooks-malformed',
  /** An issue whose outlooks name a model that no earlier entry of the market is, or one trained too late. */
  'outlook-model',
  /** An outlook whose numbers do not follow from its model and the pick's own figures. */
  'outlook-numbers',
] as const
export type FaultName = (typeof faultNames)[number]
/** `to`: the last entry that the fault applies to. */
export type Fault = { fault: FaultName; seq: number; to?: number }

/**
 * A change of the signing key. It is reported, although it is not a fault. `keyId`: the key that signs from this entry
 * on. `lost`: whether the previous key was lost.
 */
export type KeyEvent = { seq: number; keyId: string; lost: boolean }

export type Head = { seq: number; hash: string }

export type ChainReport = {
  /** The first faults found, in order of entry number. */
  faults: Fault[]
  faultCount: number
  keys: KeyEvent[]
  head: (Head & { madeAt: string }) | undefined
  /** The number of outcomes of picks in the record. */
  outcomes: number
  /** The number of outlooks of picks that follow from a model in the record, or from chance. */
  outlooks: number
  /** Entry hashes in order of entry number, which are the leaves of the record's tree. */
  hashes: string[]
  /** The current signing key. */
  publicKey: Uint8Array | undefined
}

const mostFaults = 200
/** The number of signatures checked at the same time. */
const atOnce = 32

const hasOutlooks = ({ kind, body = '' }: RecordEntry) =>
  kind === 'model' || (kind === 'issue' && body.includes('"outlooks"'))

/**
 * Checks a record chunk by chunk, so that the caller can report progress. Keeps only each entry's hash and time in
 * memory.
 */
export class ChainCheck {
  readonly #sha256: Sha256
  readonly #verify: Verify
  readonly #seen = new Map<number, Pick<RecordEntry, 'hash' | 'prev' | 'madeAt'>>()
  readonly #faults: Fault[] = []
  readonly #keys: KeyEvent[] = []
  readonly #outcomes = new OutcomesCheck()
  /** Loaded when the record has the first model or outlook, because most of a browser's scripts do not need it. */
  #outlooks: OutlooksCheck | undefined
  #count = 0
  #key: { keyId: string; publicKey: Uint8Array } | undefined
  #highest = 0
  #pending: Promise<void>[] = []

  constructor({ sha256, verify }: { sha256: Sha256; verify: Verify }) {
    this.#sha256 = sha256
    this.#verify = verify
  }

  /**
   * Checks the next lines of the record, in file order. A line is given as an entry, or as the reason why it is not
   * one.
   */
  async add(entries: readonly (RecordEntry | Unread)[]): Promise<void> {
    for (const entry of entries) {
      if (typeof entry === 'string') this.#fault(entry, this.#highest + 1)
      else if (this.#isNew(entry)) await this.#check(entry)
    }
    await this.#settle(0)
  }

  /** Returns the report. `held`: heads (number and hash of an entry) that were kept outside the record. */
  finish(held: readonly Head[] = []): ChainReport {
    const order = [...this.#seen.keys()].toSorted((one, other) => one - other)
    this.#follow(order)
    const last = order.at(-1) ?? 0
    for (const { seq, hash } of held) {
      if (seq > last) this.#fault('stale-head', last, seq)
      else if (this.#seen.has(seq) && this.#seen.get(seq)!.hash !== hash) this.#fault('fork', seq)
    }
    const head = this.#seen.get(last)
    return {
      faults: this.#faults.toSorted((one, other) => one.seq - other.seq),
      faultCount: this.#count,
      keys: this.#keys,
      outcomes: this.#outcomes.count,
      outlooks: this.#outlooks?.count ?? 0,
      head: head && { seq: last, hash: head.hash, madeAt: head.madeAt },
      hashes: order.map(seq => this.#seen.get(seq)!.hash),
      publicKey: this.#key?.publicKey,
    }
  }

  /**
   * Checks whether the entry's number is new. A repeated number means a duplicate entry if the hash is the same, and a
   * fork if it is not. An entry after one with a higher number is out of order.
   */
  #isNew({ seq, hash, prev, madeAt }: RecordEntry): boolean {
    const there = this.#seen.get(seq)
    if (there) {
      this.#fault(there.hash === hash ? 'doubled' : 'fork', seq)
      return false
    }
    if (seq < this.#highest) this.#fault('swapped', seq)
    this.#highest = Math.max(this.#highest, seq)
    this.#seen.set(seq, { hash, prev, madeAt })
    return true
  }

  async #check(entry: RecordEntry): Promise<void> {
    const { seq, body, bodyHash, hash } = entry
    if (entryHash(entry, this.#sha256) !== hash) this.#fault('changed', seq)
    if (body !== undefined && hexOf(this.#sha256(body)) !== bodyHash) this.#fault('body-changed', seq)
    if (entry.kind === 'key') return await this.#takeKey(entry)
    if (hasOutlooks(entry)) this.#outlooks ??= new (await import('./outlooks.ts')).OutlooksCheck()
    for (const fault of [this.#outcomes.add(entry), this.#outlooks?.add(entry)]) if (fault) this.#fault(fault, seq)
    this.#checkSignature(entry)
    await this.#settle(atOnce)
  }

  /**
   * The first key signs itself; each later key is signed with the previous one. If a later key signs itself, the
   * previous one was lost.
   */
  async #takeKey(entry: RecordEntry): Promise<void> {
    const { seq, keyId } = entry
    const brought = readKeyBody(entry.body ?? '', this.#sha256)
    if (!brought) return this.#fault('bad-key', seq)
    const before = this.#key
    const alone = brought.previousSignature === null
    if (
      alone ? keyId !== brought.keyId : !before || !(await this.#vouched(brought.publicKey, brought.previousSignature!))
    )
      return this.#fault('bad-key', seq)
    if (alone) this.#key = brought
    this.#checkSignature(entry)
    this.#key = brought
    this.#keys.push({ seq, keyId: brought.keyId, lost: alone && before !== undefined })
  }

  async #vouched(publicKey: Uint8Array, previousSignature: Uint8Array): Promise<boolean> {
    return await this.#verify(this.#key!.publicKey, previousSignature, publicKey)
  }

  #checkSignature({ seq, keyId, hash, signature }: RecordEntry): void {
    if (keyId !== this.#key?.keyId) return this.#fault('re-signed', seq)
    const bytes = bytesOfBase64Url(signature)
    if (bytes?.length !== 64) return this.#fault('bad-signature', seq)
    const known = this.#verify(this.#key.publicKey, bytes, bytesOfHex(hash))
    if (known === true) return
    if (known === false) return this.#fault('bad-signature', seq)
    this.#pending.push(known.then(isGood => (isGood ? undefined : this.#fault('bad-signature', seq))))
  }

  async #settle(most: number): Promise<void> {
    if (this.#pending.length > most) await Promise.all(this.#pending.splice(0))
  }

  #follow(order: readonly number[]): void {
    let before: { seq: number; hash: string; madeAt: string } = { seq: 0, hash: noHash, madeAt: '' }
    for (const seq of order) {
      const { hash, prev, madeAt } = this.#seen.get(seq)!
      if (seq > before.seq + 1) this.#fault('dropped', before.seq + 1, seq - 1)
      else if (prev !== before.hash) this.#fault('unchained', seq)
      if (madeAt < before.madeAt) this.#fault('time-runs-back', seq)
      before = { seq, hash, madeAt }
    }
  }

  #fault(fault: FaultName, seq: number, to = seq): void {
    this.#count++
    if (this.#faults.length < mostFaults) this.#faults.push(to === seq ? { fault, seq } : { fault, seq, to })
  }
}
