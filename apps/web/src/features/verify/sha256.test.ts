import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

const byNode = (data: Uint8Array | string) => new Uint8Array(createHash('sha256').update(data).digest())

it.each(['', 'abc', '騰訊 🀄', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(64), 'a'.repeat(1_000_000)])(
  'SHA-256 of %.10s is the same as Node’s',
  text => {
    expect(sha256(text)).toEqual(byNode(text))
  },
)

it('SHA-256 of any bytes is the same as Node’s', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      expect(sha256(bytes)).toEqual(byNode(bytes))
    }),
  ))
