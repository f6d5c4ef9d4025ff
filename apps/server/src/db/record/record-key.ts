import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto'
import type { Sha256 } from '@finlist/domain/record/bytes'
import { base64UrlOf } from '@finlist/domain/record/bytes'
import { keyIdOf, type Verify } from '@finlist/domain/record/key'
import type { Tx } from '../database.ts'

/** Thrown if the record's key is lost. Without it, no new key can be signed. */
export class RecordKeyLost extends Error {
  constructor(keyId: string) {
    super(
      `The key ${keyId}, which signs the record, is not in the database. Put it back from a backup; where there is none: finlist keys replace-lost-record-key`,
    )
  }
}

export type RecordKey = { keyId: string; publicKey: Uint8Array; privateKey: KeyObject }

export const sha256: Sha256 = data => hash('sha256', data, 'buffer')

/** Signs the message with the key. Returns the 64 bytes of the signature. */
export const signedBy = ({ privateKey }: Pick<RecordKey, 'privateKey'>, message: Uint8Array): Uint8Array =>
  sign(null, message, privateKey)

/** Makes a new key; it is stored when the transaction is committed. */
export async function makeRecordKey(tx: Tx): Promise<RecordKey> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = keyOf(privateKey)
  await tx
    .insertInto('record_key')
    .values({
      key_id: key.keyId,
      private_key: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    })
    .execute()
  return key
}

/** Reads a key. Throws RecordKeyLost if it is not in the database. */
export async function readRecordKey(db: Pick<Tx, 'selectFrom'>, keyId: string): Promise<RecordKey> {
  const row = await db.selectFrom('record_key').select('private_key').where('key_id', '=', keyId).executeTakeFirst()
  if (!row) throw new RecordKeyLost(keyId)
  return keyOf(createPrivateKey({ key: Buffer.from(row.private_key, 'base64'), format: 'der', type: 'pkcs8' }))
}

function keyOf(privateKey: KeyObject): RecordKey {
  const { x } = privateKey.export({ format: 'jwk' })
  const publicKey = new Uint8Array(Buffer.from(x!, 'base64url'))
  return { keyId: keyIdOf(publicKey, sha256), publicKey, privateKey }
}

/** Signs the message with the key. Returns the signature in the form used in entries. */
export const signatureText = (key: RecordKey, message: Uint8Array): string => base64UrlOf(signedBy(key, message))

const verifyNow: Verify = (publicKey, signature, message) =>
  verify(
    null,
    message,
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64UrlOf(publicKey) }, format: 'jwk' }),
    signature,
  )

/** The platform's hash and signature functions, for verifying the record. */
export const recordTools = { sha256, verify: verifyNow }
