import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Records } from '../../src/market-data/import/files/records.ts'

type Record = { fields: string[]; line: number }

async function recordsOf(bytes: Buffer, pieces: number[]): Promise<Record[]> {
  const found: Record[] = []
  const records = new Records((fields, line) => found.push({ fields, line }))
  let from = 0
  for (const length of [...pieces, bytes.length]) {
    if (from < bytes.length) await records.write(bytes.subarray(from, from + length))
    from += length
  }
  await records.end()
  return found
}

function byCsvParse(bytes: Buffer): Record[] {
  const found: Record[] = []
  parse(bytes, {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n'],
    on_record: (fields: string[], { lines }) => void found.push({ fields, line: lines }),
  })
  return found
}

const cell = fc.oneof(
  fc.constantFrom('', '0700', '12.5', '騰訊', 'é', ' a ', '"a, b"', '"said ""so"""', '"two\nlines"'),
  fc.string({ maxLength: 6 }).map(text => text.replace(/["\r\n,]/g, '')),
)
const line = fc.array(cell, { minLength: 1, maxLength: 4 }).map(cells => cells.join(','))
const file = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 12 }), line)
  .map(([marked, lines, last]) => Buffer.from((marked ? '\uFEFF' : '') + lines.flat().join('') + last))

it('a CSV file gives the same records at the same lines as csv-parse, however it is split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }), async (bytes, pieces) => {
      // The first chunk includes the first line, by which the line ending is detected.
      const first = bytes.indexOf(10) + 1
      expect(await recordsOf(bytes, [first, ...pieces])).toEqual(byCsvParse(bytes))
    }),
    { numRuns: 500 },
  )
})

it('a CSV file without newlines is split at its carriage returns', async () => {
  expect(await recordsOf(Buffer.from('a,b\r1,2\r3,4'), [])).toMatchObject([
    { fields: ['a', 'b'] },
    { fields: ['1', '2'] },
    { fields: ['3', '4'] },
  ])
})
