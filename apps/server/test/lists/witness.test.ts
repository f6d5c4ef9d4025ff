import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { base64Of, bytesOfBase64, hexOf, joined } from '@finlist/domain/record/bytes'
import { isSignedBy, keyHash, readCheckpoint } from '@finlist/domain/record/checkpoint'
import { cosignedAt, cosignedText, readVerifierKey } from '@finlist/domain/record/cosignature'
import { isConsistent } from '@finlist/domain/record/merkle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'
import { appendToRecord } from '../../src/db/record/append.ts'
import { readRecordKey, recordTools } from '../../src/db/record/record-key.ts'
import type { Installation } from '../../src/doctor/check.ts'
import { record } from '../../src/doctor/record.ts'
import { readSigningKeyId } from '../../src/features/record/store.ts'
import { witnessJob } from '../../src/features/record/witness-job.ts'
import { afterOwnRun } from '../own-run.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

const { sha256 } = recordTools
const time = 1_784_300_000
const cosigning = 4

/** A witness as the protocol defines it: checks signature and proof, and remembers the newest checkpoint. */
class TestWitness {
  readonly name: string
  readonly publicKey: Uint8Array
  readonly #key: KeyObject
  readonly #server: Server
  known: { size: number; root: Uint8Array } = { size: 0, root: new Uint8Array() }
  asked: string[] = []
  /** The text of the checkpoint that it was last asked to sign. */
  given = ''
  /** Responds in place of the witness. */
  instead: ((response: ServerResponse) => void) | undefined
  recordKey: Uint8Array = new Uint8Array()

  static async open(name: string): Promise<TestWitness> {
    const witness = new TestWitness(name)
    await once(witness.#server.listen(0, '127.0.0.1'), 'listening')
    return witness
  }

  private constructor(name: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    this.name = name
    this.publicKey = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'))
    this.#key = privateKey
    this.#server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', text => (body += String(text)))
      request.on('end', () => {
        this.asked.push(`${request.method} ${request.url} ${body.split('\n')[0]}`)
        this.given = readCheckpoint(body.slice(body.indexOf('\n\n') + 2))?.text ?? ''
        if (this.instead) return this.instead(response)
        void this.#answer(body).then(([status, text]) => response.writeHead(status).end(text))
      })
    })
  }

  get setting() {
    const material = base64Of(joined(Uint8Array.of(cosigning), this.publicKey))
    return `${this.url} ${this.name}+${hexOf(this.#keyHash)}+${material}`
  }

  get url() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/w1`
  }

  get #keyHash() {
    return keyHash(this.name, this.publicKey, sha256, cosigning)
  }

  cosignature(text: string, key = this.#key, at = time): string {
    const stamp = Buffer.alloc(8)
    stamp.writeBigUInt64BE(BigInt(at))
    const signature = sign(null, Buffer.from(cosignedText(at, text)), key)
    return `— ${this.name} ${base64Of(joined(this.#keyHash, stamp, signature))}\n`
  }

  async #answer(body: string): Promise<[status: number, text: string]> {
    const at = body.indexOf('\n\n')
    const [old, ...lines] = body.slice(0, at).split('\n')
    const checkpoint = readCheckpoint(body.slice(at + 2))
    const from = Number(/^old (\d+)$/.exec(old!)![1])
    if (!checkpoint || !(await isSignedBy(checkpoint, this.recordKey, recordTools))) return [403, '']
    if (from !== this.known.size) return [409, `${this.known.size}\n`]
    const { size: to, root: toRoot } = checkpoint
    const proof = lines.map(line => bytesOfBase64(line)!)
    const goesOn =
      from === 0 ? proof.length === 0 : isConsistent({ from, to, fromRoot: this.known.root, toRoot, proof }, sha256)
    if (!goesOn) return [422, '']
    this.known = { size: to, root: toRoot }
    return [200, this.cosignature(checkpoint.text)]
  }

  close() {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

let testServer: TestServer
let [near, far] = [] as unknown as [TestWitness, TestWitness]
beforeAll(async () => {
  near = await TestWitness.open('witness.example/near')
  far = await TestWitness.open('witness.example/far')
  testServer = await openTestServer({ RECORD_WITNESSES: `${near.setting}, ${far.setting}` })
  await afterOwnRun(testServer, 'record-witnesses')
  await add()
  const { db } = testServer.database
  const { publicKey } = await readRecordKey(db, (await readSigningKeyId(db))!)
  for (const witness of [near, far]) witness.recordKey = publicKey
})
afterAll(async () => {
  await testServer.close()
  near.close()
  far.close()
})
beforeEach(() => {
  for (const witness of [near, far]) Object.assign(witness, { asked: [], instead: undefined })
})

const add = () =>
  testServer.database.write(tx =>
    appendToRecord(tx, { kind: 'proposal', market: 'HKEX', body: { date: '2026-07-17' } }),
  )
const run = (withinMs?: number) => witnessJob(testServer, withinMs).run(testServer.clock.now())
const note = async () => await (await fetch(`${testServer.base}/.well-known/finlist-record`)).text()
const signedBy = async (text = '') => {
  const whole = text || (await note())
  const { text: said } = readCheckpoint(whole)!
  const lines = whole.split('\n').filter(line => line.startsWith('— '))
  const times = [near, far].map(async witness => {
    for (const line of lines) if ((await cosignedAt(line, said, witness, recordTools)) === time) return [witness.name]
    return []
  })
  return (await Promise.all(times)).flat()
}

it('the checkpoint carries the signatures of the witnesses and of the record', async () => {
  expect(await signedBy()).toEqual([])
  expect(await run()).toEqual({ rows: 2 })
  const whole = await note()
  expect(await signedBy(whole)).toEqual([near.name, far.name])
  expect(await isSignedBy(readCheckpoint(whole)!, near.recordKey, recordTools)).toBe(true)
  expect(near.asked).toEqual(['POST /w1/add-checkpoint old 0'])
})

it('a witness is not asked to sign the same entries again; when entries are added, it gets a proof that starts at its last signature', async () => {
  expect(await run()).toEqual({ rows: 0 })
  expect(near.asked).toEqual([])
  const { size } = readCheckpoint(await note())!
  await add()
  await add()
  await add()
  expect(await signedBy()).toEqual([])
  expect(await run()).toEqual({ rows: 2 })
  expect(near.asked).toEqual([`POST /w1/add-checkpoint old ${size}`])
  expect(await signedBy()).toEqual([near.name, far.name])
})

it('if a witness’s checkpoint differs from our stored one, the proof starts from the witness’s', async () => {
  await testServer.database.pool.query(`update record_witness set size = 0, root = '' where name = $1`, [near.name])
  const { size } = readCheckpoint(await note())!
  expect(await run()).toEqual({ rows: 1 })
  expect(near.asked).toEqual(['POST /w1/add-checkpoint old 0', `POST /w1/add-checkpoint old ${size}`])
  expect(await signedBy()).toEqual([near.name, far.name])
})

let older = ''
const packed = gzipSync(Buffer.alloc(50_000_000, 'x'), { level: 1 })
const newest = () => near.given
async function drip(response: ServerResponse) {
  while (!response.closed) {
    response.write('x')
    await setTimeout(20)
  }
}

describe('signing succeeds with the other witnesses’ signatures if one witness', () => {
  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['does not answer', () => undefined, /aborted due to timeout/],
    ['breaks off', response => response.destroy(), /fetch failed/],
    ['is out of order', response => response.writeHead(500).end(), /answers 500/],
    ['sends elsewhere', response => response.writeHead(302, { location: far.url }).end(), /fetch failed/],
    ['talks without end', response => response.end('x'.repeat(1_000_000)), /too long/],
    [
      'signs with another key',
      response => response.end(near.cosignature('x', generateKeyPairSync('ed25519').privateKey)),
      /no signature of its key/,
    ],
    [
      'signs another text',
      response => response.end(near.cosignature('lists.example\n7\nroot\n')),
      /no signature of its key/,
    ],
    ['talks slowly without end', response => void drip(response), /aborted due to timeout/],
    [
      'packs 50 MB into an answer',
      response => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
      /too long/,
    ],
    ['sends 2 MB of headers', response => response.writeHead(200, { x: 'x'.repeat(2_000_000) }).end(), /fetch failed/],
    ['signs an older head', response => response.end(near.cosignature(older)), /no signature of its key/],
    [
      'signs the head of another origin',
      response => response.end(near.cosignature(newest().replace(/^.*/, 'other.example/finlist-record'))),
      /no signature of its key/,
    ],
    [
      'signs in another’s name',
      response => response.end(far.cosignature(newest()).replace(far.name, near.name)),
      /no signature of its key/,
    ],
    ...[2 ** 53 - 1, 2 ** 60, 8_640_000_000_001].map((at): [string, (response: ServerResponse) => void, RegExp] => [
      `signs at second ${at}`,
      response => response.end(near.cosignature(newest(), undefined, at)),
      /no signature of its key/,
    ]),
    [
      'signs on its hundredth line',
      response => response.end('\n'.repeat(99) + near.cosignature(newest())),
      /no signature of its key/,
    ],
    ['signs nothing', response => response.end(''), /no signature of its key/],
  ])('%s', async (_, instead, said) => {
    older = readCheckpoint(await note())!.text
    await add()
    near.instead = instead
    expect(await run(500)).toEqual({ rows: 1 })
    expect(await signedBy()).toEqual([far.name])
    const { rows } = await testServer.database.pool.query(`select refused from record_witness where name = $1`, [
      near.name,
    ])
    expect(rows[0]).toMatchObject({ refused: expect.stringMatching(said) })
    near.instead = undefined
    expect(await run()).toEqual({ rows: 1 })
    expect(await signedBy()).toEqual([near.name, far.name])
  })
})

describe('the witness job fails with the reason, after the others have signed, if one witness', () => {
  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    [
      'has signed a longer record',
      response => response.writeHead(409).end('999\n'),
      /near: it has signed a record of 999 entries/,
    ],
    [
      'finds another history',
      response => response.writeHead(422).end(),
      /near: .* does not go on from the one it has signed/,
    ],
    ['does not know the key', response => response.writeHead(403).end(), /near: it does not know the key/],
    ['does not know the record', response => response.writeHead(404).end(), /near: it does not know this record/],
  ])('%s', async (_, instead, said) => {
    await add()
    near.instead = instead
    await expect(run()).rejects.toThrow(said)
    expect(await signedBy()).toEqual([far.name])
  })
})

it('the doctor reports how many entries each witness has signed, and why not more', async () => {
  await add()
  near.instead = response => response.writeHead(500).end()
  await run()
  const installation = { config: testServer.config, database: testServer.database, now: testServer.clock.now() }
  const { state, text } = await record.run(installation as Installation)
  const { size } = readCheckpoint(await note())!
  expect(state).toBe('ok')
  expect(text).toContain(` Countersigned by ${far.name} up to ${size}.`)
  expect(text).toMatch(new RegExp(` Countersigned by ${near.name} up to \\d+ \\(it answers 500\\).`))
})

it('a witness’s signature of a different record with the same number of entries is not shown', async () => {
  await run()
  expect(await signedBy()).toEqual([near.name, far.name])
  await testServer.database.pool.query(`update record_witness set root = 'other' where name = $1`, [near.name])
  expect(await signedBy()).toEqual([far.name])
})

describe('the witness setting', () => {
  const read = (RECORD_WITNESSES: string) => readConfig({ RECORD_WITNESSES }).RECORD_WITNESSES
  it('names witnesses by address and key', () => {
    expect(read('')).toEqual([])
    const [one, two] = read(`${near.setting},\n ${far.setting}`)
    expect(one).toEqual({ name: near.name, publicKey: near.publicKey, url: new URL(`${near.url}/`) })
    expect(two!.name).toBe(far.name)
  })

  it.each([
    ['an address without https', () => near.setting.replace(/^\S+/, 'http://witness.example/')],
    ['only an address', () => 'https://witness.example/'],
    ['a key with a wrong hash', () => near.setting.replace(/\+[0-9a-f]{8}\+/, '+00000000+')],
    [
      'a key of a record, not of a witness',
      () =>
        `${near.url} ${near.name}+${hexOf(keyHash(near.name, near.publicKey, sha256))}+${base64Of(joined(Uint8Array.of(1), near.publicKey))}`,
    ],
    ['one listed twice', () => `${near.setting},${near.setting}`],
    ['nine', () => Array.from({ length: 9 }, () => near.setting).join(',')],
  ])('refuses %s', (_, setting) => {
    expect(() => read(setting())).toThrow(ConfigError)
  })

  it('accepts a verifier key as other programs write it', () => {
    expect(readVerifierKey(near.setting.split(' ')[1]!, sha256)).toEqual({ name: near.name, publicKey: near.publicKey })
    expect(readVerifierKey('', sha256)).toBeUndefined()
  })
})
