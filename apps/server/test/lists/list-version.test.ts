import fc from 'fast-check'
import { expect, it } from 'vitest'
import { versionOf } from '../../src/features/picking/version.ts'

const edit = fc.record({
  edit_id: fc.integer({ min: 1 }),
  what: fc.constantFrom('veto', 'add', 'change', 'note'),
  stock_code: fc.string({ minLength: 1, maxLength: 12 }),
  after: fc.option(fc.double({ min: 0.01, max: 1e6, noNaN: true })),
  note: fc.string({ maxLength: 280 }),
  reason: fc.string({ minLength: 20, maxLength: 500 }),
})
const list = fc.record({ body: fc.string({ maxLength: 60 }), edits: fc.array(edit, { maxLength: 8 }) })

it('a list’s version changes with the list, the stocks left out and every edit, and with nothing else', () =>
  fc.assert(
    fc.property(list, edit, fc.nat(), ({ body, edits }, another, at) => {
      const version = versionOf(body, [], edits)
      expect(versionOf(body, [], structuredClone(edits))).toBe(version)
      expect(versionOf(`${body} `, [], edits)).not.toBe(version)
      expect(versionOf(body, [], [...edits, another])).not.toBe(version)
      const left = { code: '0017', kind: 'split', date: '2020-06-10', evidence: '' } as const
      expect(versionOf(body, [left], edits)).not.toBe(version)
      if (edits.length === 0) return
      const place = at % edits.length
      expect(versionOf(body, [], edits.toSpliced(place, 1))).not.toBe(version)
      const changed = { ...edits[place]!, after: (edits[place]!.after ?? 0) + 1 }
      expect(versionOf(body, [], edits.with(place, changed))).not.toBe(version)
      const renoted = { ...edits[place]!, note: `${edits[place]!.note}!` }
      expect(versionOf(body, [], edits.with(place, renoted))).not.toBe(version)
    }),
  ))
