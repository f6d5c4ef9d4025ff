import { base64Of, bytesOfHex } from '@finlist/domain/record/bytes'
import { checkpointText, signedCheckpoint } from '@finlist/domain/record/checkpoint'
import { MerkleTree } from '@finlist/domain/record/merkle'
import type { Db } from '../../db/database.ts'
import { readRecordKey, sha256, signedBy } from '../../db/record/record-key.ts'
import type { Signed } from './ask-witness.ts'
import { readCosignatures, readHashes, readSigningKeyId } from './store.ts'

/**
 * The Merkle tree of the record. Each use first adds the entries that other processes have made. Takes 64 bytes per
 * entry.
 */
export class RecordTree {
  readonly #db: Db
  readonly #origin: string
  readonly #tree = new MerkleTree(sha256)
  #growing: Promise<unknown> = Promise.resolve()
  #checkpoint: Signed | undefined

  constructor(db: Db, origin: string) {
    this.#db = db
    this.#origin = origin
  }

  async newest(): Promise<MerkleTree> {
    // One update at a time, so that no entry is added twice.
    const grow = async () => {
      for (const hash of await readHashes(this.#db, this.#tree.size)) this.#tree.append(bytesOfHex(hash))
    }
    await (this.#growing = this.#growing.then(grow, grow))
    return this.#tree
  }

  /**
   * The checkpoint of the whole record, with the signatures of witnesses that countersigned it; undefined before the
   * record begins. Throws RecordKeyLost.
   */
  async checkpoint(witnesses: readonly string[] = []): Promise<string | undefined> {
    const signed = await this.signed()
    if (!signed || witnesses.length === 0) return signed?.note
    const root = base64Of(this.#tree.root(signed.size))
    const lines = await readCosignatures(this.#db, witnesses, { size: signed.size, root })
    return signed.note + lines.map(line => `${line}\n`).join('')
  }

  /** The checkpoint with only our own signature. Throws RecordKeyLost. */
  async signed(): Promise<Signed | undefined> {
    const tree = await this.newest()
    const { size } = tree
    if (this.#checkpoint?.size === size) return this.#checkpoint
    const keyId = await readSigningKeyId(this.#db)
    if (keyId === undefined || size === 0) return undefined
    const key = await readRecordKey(this.#db, keyId)
    const checkpoint = { origin: this.#origin, size, root: tree.root(size) }
    const text = checkpointText(checkpoint)
    const signature = signedBy(key, Buffer.from(text))
    const note = signedCheckpoint(checkpoint, key.publicKey, signature, sha256)
    this.#checkpoint = { size, text, note }
    return this.#checkpoint
  }
}
