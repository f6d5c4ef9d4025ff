import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify as verifyNow,
} from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64UrlOf, bytesOfHex } from './bytes.ts'
import { ChainCheck, type Head } from './chain.ts'
import { entryLine, nextEntry, type RecordEntry, readEntryLine } from './entry.ts'
import type { Unread } from './entry-reader.ts'
import { keyBody, keyIdOf } from './key.ts'

const sha256 = (data: Uint8Array | string) => new Uint8Array(createHash('sha256').update(data).digest())
const verify = (publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array) =>
  verifyNow(null, message, publicOf(publicKey), signature)
const publicOf = (bytes: Uint8Array) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64UrlOf(bytes) }, format: 'jwk' })

type Signer = { publicKey: Uint8Array; privateKey: KeyObject; keyId: string }
const signer = (): Signer => {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = new Uint8Array(Buffer.from(pair.publicKey.export({ format: 'jwk' }).x!, 'base64url'))
  return { publicKey, privateKey: pair.privateKey, keyId: keyIdOf(publicKey, sha256) }
}
const [first, second, stranger] = [signer(), signer(), signer()]

type Made = Pick<RecordEntry, 'kind' | 'market'> & { body: string }
const madeAt = (seq: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seq)).toISOString()

const signed = (entry: Omit<RecordEntry, 'signature'>, by: Signer): RecordEntry => ({
  ...entry,
  signature: base64UrlOf(sign(null, bytesOfHex(entry.hash), by.privateKey)),
})
const follow = (head: RecordEntry | undefined, made: Made, by: Signer, at = madeAt((head?.seq ?? 0) + 1)) =>
  signed(nextEntry(head, { ...made, madeAt: at, keyId: by.keyId }, sha256), by)

const vouched = (by: Signer) => sign(null, second.publicKey, by.privateKey)
const issue = (date: string): Made => ({ kind: 'issue', market: 'HKEX', body: `{"date":"${date}"}` })
const keyEntry = (by: Signer, signature: Uint8Array | null): Made => ({
  kind: 'key',
  market: '',
  body: keyBody(by.publicKey, signature, sha256),
})

/** A record with a key, a method, four issues, a second key and two more issues. */
function chain(): RecordEntry[] {
  const all: RecordEntry[] = []
  const add = (made: Made, by: Signer) => void all.push(follow(all.at(-1), made, by))
  add(keyEntry(first, null), first)
  add({ kind: 'method', market: '', body: '{}' }, first)
  for (let week = 1; week <= 4; week++) add(issue(`2026-01-0${week}`), first)
  add(keyEntry(second, vouched(first)), first)
  for (let week = 5; week <= 6; week++) add(issue(`2026-01-0${week}`), second)
  return all
}

async function check(entries: readonly (RecordEntry | Unread)[], held: Head[] = []) {
  const checking = new ChainCheck({ sha256, verify: async (...given) => verify(...given) })
  await checking.add(entries)
  return checking.finish(held)
}
const namesOf = ({ faults }: { faults: { fault: string; seq: number; to?: number }[] }) =>
  faults.map(({ fault, seq, to }) => (to === undefined ? `${fault} ${seq}` : `${fault} ${seq}-${to}`))
const changed = (all: RecordEntry[], seq: number, change: Partial<RecordEntry>) =>
  all.map(entry => (entry.seq === seq ? { ...entry, ...change } : entry))
const fresh = chain()
const entryOf = (seq: number) => fresh[seq - 1]!

it('the report on a valid record names the keys and the head, and has no faults', async () => {
  const { faults, keys, head, hashes } = await check(fresh, [{ seq: 4, hash: entryOf(4).hash }])
  expect(faults).toEqual([])
  expect(keys).toEqual([
    { seq: 1, keyId: first.keyId, lost: false },
    { seq: 7, keyId: second.keyId, lost: false },
  ])
  expect(head).toEqual({ seq: 9, hash: entryOf(9).hash, madeAt: madeAt(9) })
  expect(hashes).toEqual(fresh.map(({ hash }) => hash))
})

it('masking a body does not affect the hash chain', async () => {
  expect(
    (await check(fresh.map(({ body, ...entry }) => (entry.kind === 'issue' ? entry : { ...entry, body: body! }))))
      .faults,
  ).toEqual([])
})

describe('tampering with the record is reported', () => {
  const again = (seq: number, by: Signer, keyId = by.keyId) =>
    signed(nextEntry(entryOf(seq - 1), { ...entryOf(seq), body: '{"date":"2027-01-01"}', keyId }, sha256), by)
  const tail = (from: RecordEntry) => {
    const all = [from]
    for (const { kind, market, body } of fresh.slice(from.seq))
      all.push(follow(all.at(-1), { kind, market, body: body! }, second))
    return all
  }
  it.each<[string, (RecordEntry | Unread)[], string[]]>([
    ['a changed byte of the line', changed(fresh, 4, { madeAt: '2026-01-01T00:00:04.001Z' }), ['changed 4']],
    ['a changed byte of the body', changed(fresh, 4, { body: '{"date":"2026-01-07"}' }), ['body-changed 4']],
    [
      'a changed byte of the hash',
      changed(fresh, 4, { hash: entryOf(3).hash }),
      ['changed 4', 'bad-signature 4', 'unchained 5'],
    ],
    ['a changed byte of the signature', changed(fresh, 4, { signature: entryOf(3).signature }), ['bad-signature 4']],
    ['a changed link', changed(fresh, 4, { prev: entryOf(2).hash }), ['changed 4', 'unchained 4']],
    ['a dropped entry', fresh.filter(({ seq }) => seq !== 4), ['dropped 4']],
    ['three dropped entries', fresh.filter(({ seq }) => seq < 3 || seq > 5), ['dropped 3-5']],
    [
      'a record without its beginning',
      fresh.slice(1),
      [
        'dropped 1',
        're-signed 2',
        're-signed 3',
        're-signed 4',
        're-signed 5',
        're-signed 6',
        'bad-key 7',
        're-signed 8',
        're-signed 9',
      ],
    ],
    ['two that were swapped', [...fresh.slice(0, 3), entryOf(5), entryOf(4), ...fresh.slice(5)], ['swapped 4']],
    ['a doubled entry', [...fresh.slice(0, 4), entryOf(4), ...fresh.slice(4)], ['doubled 4']],
    ['a fork in the file', [...fresh.slice(0, 9), again(9, second)], ['fork 9']],
    ['an entry written anew by a stranger', [...fresh.slice(0, 8), again(9, stranger)], ['re-signed 9']],
    [
      'one that a stranger signed in the house’s name',
      [...fresh.slice(0, 8), again(9, stranger, second.keyId)],
      ['bad-signature 9'],
    ],
    ['one signed with the key before', [...fresh.slice(0, 8), again(9, first)], ['re-signed 9']],
    [
      'a key that nobody vouched for',
      [...fresh.slice(0, 6), follow(entryOf(6), keyEntry(second, vouched(stranger)), first)],
      ['bad-key 7'],
    ],
    ['a line that is none', [...fresh, 'malformed'], ['malformed 10']],
    [
      'a clock that ran back',
      [...fresh.slice(0, 8), follow(entryOf(8), issue('2026-02-01'), second, madeAt(1))],
      ['time-runs-back 9'],
    ],
    ['an end written anew by the house itself', [...fresh.slice(0, 7), ...tail(again(8, second))], []],
  ])('tampering with the record is reported with the expected faults: %s', async (_, entries, expected) => {
    expect(namesOf(await check(entries))).toEqual(expected)
  })

  it('tampering with the record is reported as a fork, given a head of the other branch', async () => {
    const forked = [...fresh.slice(0, 7), ...tail(again(8, second))]
    expect(namesOf(await check(forked, [{ seq: 9, hash: entryOf(9).hash }]))).toEqual(['fork 9'])
    expect(namesOf(await check(forked, [{ seq: 7, hash: entryOf(7).hash }]))).toEqual([])
  })

  it('tampering with the record is reported as stale, if the record ends before the given head', async () => {
    expect(namesOf(await check(fresh.slice(0, 5), [{ seq: 9, hash: entryOf(9).hash }]))).toEqual(['stale-head 5-9'])
  })

  it('a key that replaces a lost one is not tampering, and is reported as a key event', async () => {
    const lost = [...fresh.slice(0, 6), follow(entryOf(6), keyEntry(second, null), second)]
    const { faults, keys } = await check(lost)
    expect({ faults, key: keys.at(-1) }).toEqual({ faults: [], key: { seq: 7, keyId: second.keyId, lost: true } })
  })
})

it('a change to any one byte of any line is detected', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), fc.integer({ min: 32, max: 126 }), async (which, where, code) => {
      const line = entryLine(fresh[which % fresh.length]!)
      const at = where % line.length
      const other = `${line.slice(0, at)}${String.fromCharCode(code)}${line.slice(at + 1)}`
      fc.pre(other !== line)
      const entries = fresh.map((entry, n) =>
        n === which % fresh.length ? (readEntryLine(other) ?? 'malformed') : entry,
      )
      expect((await check(entries)).faultCount).toBeGreaterThan(0)
    }),
  ))

it('a record line is read back as it was written, and anything else is rejected', () => {
  for (const entry of fresh) expect(readEntryLine(entryLine(entry))).toEqual(entry)
  const line = entryLine(entryOf(3))
  for (const other of [
    '',
    'null',
    '[]',
    '{}',
    line.replace('"seq":3', '"seq":3.5'),
    line.replace('"seq":3', '"seq":0'),
    line.replace('"issue"', '"gift"'),
    line.replace('HKEX', 'LSE'),
    line.replace('{"seq"', '{"more":1,"seq"'),
    line.slice(1),
    line.replace('"body":"', '"body":7,"x":"'),
    `${line.slice(0, -1)},"body":"${'x'.repeat(16_000_000)}"}`,
  ])
    expect(readEntryLine(other)).toBeUndefined()
})

it('the report on a hostile record lists the first faults and counts all of them', async () => {
  const { faults, faultCount } = await check(Array.from({ length: 10_000 }, () => 'malformed' as const))
  expect({ kept: faults.length, faultCount }).toEqual({ kept: 200, faultCount: 10_000 })
})
