// @module-tag slow
import { generateKeyPairSync, sign } from 'node:crypto'
import { base64UrlOf, bytesOfBase64Url, bytesOfHex } from '@finlist/domain/record/bytes'
import { ChainCheck } from '@finlist/domain/record/chain'
import { nextEntry, type RecordEntry } from '@finlist/domain/record/entry'
import { keyBody, keyIdOf } from '@finlist/domain/record/key'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'
import { tools } from './tools.ts'

const pair = generateKeyPairSync('ed25519')
const publicKey = new Uint8Array(Buffer.from(pair.publicKey.export({ format: 'jwk' }).x!, 'base64url'))
const keyId = keyIdOf(publicKey, sha256)

function record(count: number): RecordEntry[] {
  const all: RecordEntry[] = []
  for (let seq = 1; seq <= count; seq++) {
    const kind = seq === 1 ? 'key' : 'proposal'
    const body = seq === 1 ? keyBody(publicKey, null, sha256) : `{"list":"${'x'.repeat(500)}${seq}"}`
    const entry = nextEntry(all.at(-1), { kind, market: '', madeAt: '2026-07-17T00:00:00.000Z', keyId, body }, sha256)
    all.push({ ...entry, signature: base64UrlOf(sign(null, bytesOfHex(entry.hash), pair.privateKey)) })
  }
  return all
}

const piece = 100
/** The number of entries; ten thousand in soak tests. The ratio does not depend on it. */
const count = process.env['SOAK_RUNS'] === undefined ? 2_000 : 10_000

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

/**
 * Alternates between the check and the signatures, piece by piece, so that other load on the machine slows both
 * equally.
 */
async function ratioOf(entries: readonly RecordEntry[]): Promise<number> {
  const checking = new ChainCheck(tools)
  let [checked, looped] = [0, 0]
  for (let at = 0; at < entries.length; at += piece) {
    const some = entries.slice(at, at + piece)
    const signatures = some.map(({ hash, signature }) => [bytesOfBase64Url(signature)!, bytesOfHex(hash)] as const)
    checked += await timed(() => checking.add(some))
    looped += await timed(async () => {
      for (const [signature, hash] of signatures) await tools.verify(publicKey, signature, hash)
    })
  }
  expect(checking.finish().faultCount).toBe(0)
  return checked / looped
}

it(`checking ${count} record entries takes at most 1.5 times as long as that many WebCrypto signatures`, async () => {
  const entries = record(count)
  const ratios: number[] = []
  for (let turn = 0; turn < 5; turn++) ratios.push(await ratioOf(entries))
  expect(median(ratios)).toBeLessThanOrEqual(1.5)
})
