import { bytesOfHex } from '@finlist/domain/record/bytes'
import { checkpointText, signedCheckpoint } from '@finlist/domain/record/checkpoint'
import { MerkleTree } from '@finlist/domain/record/merkle'
import type { Db } from '../../db/database.ts'
import { readRecordKey, sha256, signedBy } from '../../db/record/record-key.ts'
import { readHashes, readSigningKeyId } from './store.ts'

/** The tree over the record, grown by what other processes have added whenever it is asked for: 64 bytes an entry. */
export class RecordTree {
  readonly #db: Db
  readonly #origin: string
  readonly #tree = new MerkleTree(sha256)
  #growing: Promise<unknown> = Promise.resolve()
  #checkpoint: { size: number; note: string } | undefined

  constructor(db: Db, origin: string) {
    this.#db = db
    this.#origin = origin
  }

  async newest(): Promise<MerkleTree> {
    // One after the other, so that no entry is taken twice.
    const grow = async () => {
      for (const hash of await readHashes(this.#db, this.#tree.size)) this.#tree.append(bytesOfHex(hash))
    }
    await (this.#growing = this.#growing.then(grow, grow))
    return this.#tree
  }

  /** The signed checkpoint of the whole record; undefined before it begins. Throws RecordKeyLost. */
  async checkpoint(): Promise<string | undefined> {
    const tree = await this.newest()
    const { size } = tree
    if (this.#checkpoint?.size === size) return this.#checkpoint.note
    const keyId = await readSigningKeyId(this.#db)
    if (keyId === undefined || size === 0) return undefined
    const key = await readRecordKey(this.#db, keyId)
    const checkpoint = { origin: this.#origin, size, root: tree.root(size) }
    const signature = signedBy(key, Buffer.from(checkpointText(checkpoint)))
    const note = signedCheckpoint(checkpoint, key.publicKey, signature, sha256)
    this.#checkpoint = { size, note }
    return note
  }
}
