import { randomBytes } from 'node:crypto'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Canonical, canonical } from '@finlist/domain/picking/canonical'
import { limitsOfAll, method, methods } from '@finlist/domain/picking/method'
import { bytesOfHex } from '@finlist/domain/record/bytes'
import type { Head } from '@finlist/domain/record/chain'
import { type EntryKind, entryLine, isMaskedKind, longestLine, maskedMs, nextEntry } from '@finlist/domain/record/entry'
import { keyBody } from '@finlist/domain/record/key'
import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import {
  makeRecordKey,
  type RecordKey,
  RecordKeyLost,
  readRecordKey,
  sha256,
  signatureText,
  signedBy,
} from './record-key.ts'

const oneAtATime = 7_236_116

/** An entry to be recorded. Bodies of issues, edits and outcomes get their salt when recorded. */
export type ToRecord = {
  kind: Exclude<EntryKind, 'key' | 'method'>
  market: ExchangeId
  body: { readonly [name: string]: Canonical | undefined }
  /** The latest issue date of the picks in the body, from which the body is masked. Default: the time of the entry. */
  youngest?: Date
}

/**
 * Adds an entry in the transaction of what it records, so that both are saved or neither. Call it last: it blocks all
 * other writers of the record until the transaction ends. Throws RecordKeyLost.
 */
export async function appendToRecord(tx: Tx, made: ToRecord): Promise<Head> {
  return await (await RecordWriter.open(tx)).append(made)
}

/** Begins the record if there is none, and adds this version's method and market limits if they are missing. */
export async function beginRecord(tx: Tx): Promise<void> {
  await RecordWriter.open(tx)
}

/** Makes a new key that signs from now on. The previous key signs the new one and is then destroyed. */
export async function rotateRecordKey(tx: Tx): Promise<void> {
  await (await RecordWriter.open(tx)).rotate()
}

/** Replaces a lost key. No key signs the new one, and verification of the record reports that. */
export async function replaceLostRecordKey(tx: Tx): Promise<void> {
  await RecordWriter.open(tx, { isLost: true })
}

/** The only writer of the record until its transaction ends. `at` is the time of the entries; default: now. */
export class RecordWriter {
  readonly #tx: Tx
  #head: (Head & { madeAt: number }) | undefined
  #key: RecordKey | undefined

  private constructor(tx: Tx) {
    this.#tx = tx
  }

  static async open(tx: Tx, { at, isLost = false }: { at?: Date; isLost?: boolean } = {}): Promise<RecordWriter> {
    await sql`select pg_advisory_xact_lock(${oneAtATime})`.execute(tx)
    const writer = new RecordWriter(tx)
    const head = await tx
      .selectFrom('record')
      .select(['seq', 'hash', 'made_at'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    writer.#head = head && { seq: head.seq, hash: head.hash, madeAt: head.made_at.getTime() }
    if (!head) await writer.#bringKey(null, at)
    else await writer.#findKey(isLost)
    await writer.#bringMethod(at)
    return writer
  }

  async append({ kind, market, body, youngest }: ToRecord, at?: Date): Promise<Head> {
    const salt = isMaskedKind(kind) ? randomBytes(32).toString('base64url') : undefined
    return await this.#write({ kind, market, body: canonical({ ...body, salt }) }, { at, youngest })
  }

  async rotate(): Promise<void> {
    const before = this.#key!
    await this.#bringKey(before)
    await this.#tx.deleteFrom('record_key').where('key_id', '=', before.keyId).execute()
  }

  async #findKey(isLost: boolean): Promise<void> {
    const { body } = await this.#tx
      .selectFrom('record')
      .select('body')
      .where('kind', '=', 'key')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { keyId } = JSON.parse(body) as { keyId: string }
    try {
      this.#key = await readRecordKey(this.#tx, keyId)
    } catch (error) {
      if (!isLost || !(error instanceof RecordKeyLost)) throw error
      await this.#bringKey(null)
    }
  }

  /**
   * Adds a new key. Its entry is signed with the key `before` or, if that is null, with the new key. Later entries are
   * signed with the new key.
   */
  async #bringKey(before: RecordKey | null, at?: Date): Promise<void> {
    const key = await makeRecordKey(this.#tx)
    this.#key = before ?? key
    const body = keyBody(key.publicKey, before && signedBy(before, key.publicKey), sha256)
    await this.#write({ kind: 'key', market: '', body }, { at })
    this.#key = key
  }

  async #bringMethod(at?: Date): Promise<void> {
    const newest = methods.at(-1)!
    const body = canonical({ ...newest, constants: method, limits: limitsOfAll() })
    const there = await this.#tx
      .selectFrom('record')
      .select('seq')
      .where('kind', '=', 'method')
      .where('body', '=', body)
      .executeTakeFirst()
    if (!there) await this.#write({ kind: 'method', market: '', body }, { at })
  }

  async #write(
    made: { kind: EntryKind; market: ExchangeId | ''; body: string },
    { at, youngest }: { at?: Date | undefined; youngest?: Date | undefined },
  ): Promise<Head> {
    const madeAt = new Date(Math.max((at ?? (await this.#now())).getTime(), this.#head?.madeAt ?? 0))
    const key = this.#key!
    const entry = nextEntry(this.#head, { ...made, madeAt: madeAt.toISOString(), keyId: key.keyId }, sha256)
    const signature = signatureText(key, bytesOfHex(entry.hash))
    if (entryLine({ ...entry, signature }).length > longestLine) throw new Error('the entry is too long for the record')
    await this.#tx
      .insertInto('record')
      .values({
        seq: entry.seq,
        prev: entry.prev,
        kind: entry.kind,
        market: entry.market,
        made_at: madeAt,
        key_id: entry.keyId,
        body_hash: entry.bodyHash,
        body: entry.body,
        hash: entry.hash,
        signature,
        opens_at: isMaskedKind(entry.kind) ? new Date((youngest ?? madeAt).getTime() + maskedMs) : null,
      })
      .execute()
    this.#head = { seq: entry.seq, hash: entry.hash, madeAt: madeAt.getTime() }
    return { seq: entry.seq, hash: entry.hash }
  }

  /** The database's clock, which all processes share. */
  async #now(): Promise<Date> {
    const { rows } = await sql<{ now: Date }>`select product_now(clock_timestamp()) as now`.execute(this.#tx)
    return rows[0]!.now
  }
}
