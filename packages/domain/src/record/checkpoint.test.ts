import { createHash, createPublicKey, generateKeyPairSync, sign, verify as verifyNow } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Of, base64UrlOf, bytesOfBase64, bytesOfBase64Url, bytesOfHex, hexOf } from './bytes.ts'
import { checkpointText, isSignedBy, keyHash, readCheckpoint, signedCheckpoint } from './checkpoint.ts'
import { headLine, readHeadLine } from './head-line.ts'

const sha256 = (data: Uint8Array | string) => new Uint8Array(createHash('sha256').update(data).digest())
const verify = (publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array) =>
  verifyNow(
    null,
    message,
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64UrlOf(publicKey) }, format: 'jwk' }),
    signature,
  )

describe('a checkpoint of the record', () => {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = new Uint8Array(Buffer.from(pair.publicKey.export({ format: 'jwk' }).x!, 'base64url'))
  const checkpoint = { origin: 'lists.example/finlist-record', size: 312, root: sha256('root') }
  const signature = new Uint8Array(sign(null, Buffer.from(checkpointText(checkpoint)), pair.privateKey))
  const note = signedCheckpoint(checkpoint, publicKey, signature, sha256)

  it('is a note in the C2SP format', () => {
    const lines = note.split('\n')
    expect(lines.slice(0, 4)).toEqual(['lists.example/finlist-record', '312', base64Of(sha256('root')), ''])
    expect(lines[4]).toMatch(/^— lists\.example\/finlist-record [\w+/]+=*$/)
    expect(lines.slice(5)).toEqual([''])
  })

  it('is read back as it was written, and its signature is valid only for the key that signed it', async () => {
    const read = readCheckpoint(note)!
    expect(read).toMatchObject(checkpoint)
    const tools = { sha256, verify }
    expect(await isSignedBy(read, publicKey, tools)).toBe(true)
    const other = new Uint8Array(
      Buffer.from(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!, 'base64url'),
    )
    expect(await isSignedBy(read, other, tools)).toBe(false)
    expect(await isSignedBy(readCheckpoint(note.replace('\n312\n', '\n313\n'))!, publicKey, tools)).toBe(false)
    expect(await isSignedBy(readCheckpoint(note.replaceAll('lists.', 'other.'))!, publicKey, tools)).toBe(false)
  })

  it.each([
    '',
    'x',
    'a\n1\n\n',
    note.slice(0, -1),
    note.replace('312', '0312'),
    note.replace('312', '-1'),
    note.replace('—', '-'),
    `${note}${'— a b\n'.repeat(3_000)}`,
  ])('cannot be read from the invalid text %j', text => expect(readCheckpoint(text)).toBeUndefined())

  it('has the same key hash as Go’s signed notes', () => {
    // Example key of golang.org/x/mod/sumdb/note: PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW
    const peter = bytesOfBase64('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')!.slice(1)
    expect(hexOf(keyHash('PeterNeumann', peter, sha256))).toBe('c74f20a3')
  })
})

it('a head is read back from its line, and any other line is rejected', () => {
  const head = { seq: 312, hash: 'ab'.repeat(32) }
  const line = headLine('lists.example/finlist-record', head)
  expect(line).toBe(`lists.example/finlist-record 312 ${'ab'.repeat(32)}`)
  expect(readHeadLine(` ${line}\n`)).toEqual({ origin: 'lists.example/finlist-record', ...head })
  for (const other of ['', '312', `x 0 ${head.hash}`, `x 3 ${head.hash}0`, `x y 3 ${head.hash}`])
    expect(readHeadLine(other)).toBeUndefined()
})

it('base64 encodes bytes as Node does, and decodes them back', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), bytes => {
      const node = Buffer.from(bytes)
      expect([hexOf(bytes), base64Of(bytes), base64UrlOf(bytes)]).toEqual(
        (['hex', 'base64', 'base64url'] as const).map(form => node.toString(form)),
      )
      expect([bytesOfHex(hexOf(bytes)), bytesOfBase64(base64Of(bytes)), bytesOfBase64Url(base64UrlOf(bytes))]).toEqual([
        bytes,
        bytes,
        bytes,
      ])
    }),
  ))

it.each(['A', 'AB', 'AB=', 'AA==A', 'AB==', 'A A=', '====', 'AAA'])('%j is not base64', text =>
  expect(bytesOfBase64(text)).toBeUndefined(),
)
