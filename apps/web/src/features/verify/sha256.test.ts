import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

const byNode = (data: Uint8Array | string) => new Uint8Array(createHash('sha256').update(data).digest())

it.each(['', 'abc', '騰訊 🀄', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(64), 'a'.repeat(1_000_000)])(
  'hashes %.10s as Node does',
  text => {
    expect(sha256(text)).toEqual(byNode(text))
  },
)

it('hashes any bytes as Node does', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      expect(sha256(bytes)).toEqual(byNode(bytes))
    }),
  ))
