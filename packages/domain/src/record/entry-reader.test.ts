import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryLine, longestLine, type RecordEntry } from './entry.ts'
import { EntryReader, RecordTooLong } from './entry-reader.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
function decode(bytes: Uint8Array) {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
const entry = (seq: number): RecordEntry => ({
  seq,
  prev: '0'.repeat(64),
  kind: 'issue',
  market: 'HKEX',
  madeAt: '2026-07-17T00:00:00.000Z',
  keyId: 'ab'.repeat(8),
  bodyHash: 'cd'.repeat(32),
  body: `{"note":"名單 ${seq}"}`,
  hash: 'ef'.repeat(32),
  signature: 'A'.repeat(86),
})
const bytesOf = (text: string) => new TextEncoder().encode(text)
const lines = [1, 2, 3].map(seq => entryLine(entry(seq)))

function read(pieces: readonly Uint8Array[], mostBytes = 1e9) {
  const reader = new EntryReader(decode, mostBytes)
  return [...pieces.flatMap(piece => reader.push(piece)), ...reader.end()]
}

it('record entries are the same wherever a file is split into chunks, even within a character', () =>
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 20 }), fc.constantFrom('\n', '\r\n', '\n\n'), (cuts, end) => {
      const bytes = bytesOf(lines.map(line => line + end).join(''))
      const places = [0, ...cuts.map(cut => cut % bytes.length).toSorted((one, other) => one - other), bytes.length]
      const pieces = places.slice(1).map((to, at) => bytes.subarray(places[at], to))
      expect(read(pieces)).toEqual([entry(1), entry(2), entry(3)])
    }),
  ))

describe('a line that is not an entry is reported with the reason', () => {
  const broken = bytesOf(lines.join('\n'))
  broken[broken.indexOf(0xe5)] = 0xff

  it.each([
    ['the last line of a truncated file', bytesOf(lines.join('\n').slice(0, -1)), [entry(1), entry(2), 'truncated']],
    ['bytes that are not UTF-8', broken, ['not-utf-8', entry(2), entry(3)]],
    ['anything else', bytesOf(`${lines[0]}\n{}\n${lines[2]}`), [entry(1), 'malformed', entry(3)]],
    ['nothing', bytesOf(''), []],
  ])('a line that is not an entry is reported with the reason: %s', (_, bytes, expected) =>
    expect(read([bytes])).toEqual(expected),
  )
})

it('a line that is too long is dropped, and reading continues after it', () => {
  const much = new Uint8Array(1_000_000).fill(120)
  const endless = Array.from({ length: Math.ceil((3 * longestLine) / much.length) + 1 }, () => much)
  expect(read([...endless, bytesOf(`\n${lines[0]}\n`)])).toEqual(['malformed', entry(1)])
})

it('a file longer than any record throws an error', () => {
  expect(() => read([bytesOf(lines.join('\n'))], 1_000)).toThrow(RecordTooLong)
})
