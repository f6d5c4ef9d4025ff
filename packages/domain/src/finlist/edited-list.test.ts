import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stopOf, ticksNear } from '../picking/tick.ts'
import { departuresOf, editedList, type ListEdit, type ListRow } from './edited-list.ts'

const row = (code: string, buyPoint = 10): ListRow => ({
  code,
  close: 9,
  pattern: buyPoint === -1 ? 'NIL' : 'CWH',
  variant: '',
  buyPoint,
  stop: buyPoint === -1 ? -1 : stopOf('US', buyPoint),
  score: 80,
  rank: 90,
  template: 8,
})
const rows = [row('A'), row('B', -1), row('C', 12)]
const codes = (edits: ListEdit[]) => editedList('US', rows, edits).map(({ code }) => code)

describe('a list that staff edited', () => {
  it('equals the method’s list if there are no edits', () =>
    expect(editedList('US', rows, [])).toEqual(
      rows.map(it => ({ ...it, origin: 'method', isVetoed: false, note: '' })),
    ))

  it('still contains removed stocks, which are marked as removed', () =>
    expect(editedList('US', rows, [{ what: 'veto', code: 'B' }])).toMatchObject([
      { code: 'A', isVetoed: false },
      { code: 'B', isVetoed: true, origin: 'method' },
      { code: 'C', isVetoed: false },
    ]))

  it('has added stocks at its end with their edits applied, and ignores the adding of a stock that it already has', () => {
    const add = (code: string, buyPoint: number | null = null): ListEdit => ({
      what: 'add',
      code,
      row: row(code, -1),
      buyPoint,
    })
    expect(codes([add('D'), add('A')])).toEqual(['A', 'B', 'C', 'D'])
    const note: ListEdit = { what: 'note', code: 'D', note: 'By hand' }
    expect(editedList('US', rows, [add('D', 20), note]).at(-1)).toMatchObject({
      code: 'D',
      buyPoint: 20,
      stop: 18.4,
      origin: 'staff',
      note: 'By hand',
    })
    // An edit is ignored if its stock is not on the list.
    expect(codes([note])).toEqual(['A', 'B', 'C'])
  })

  it('has the newest buy point and note, regardless of earlier ones', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 9 }),
        fc.constantFrom('A', 'B', 'C'),
        (cents, code) => {
          const edits = cents.map((it): ListEdit => ({ what: 'change', code, buyPoint: it / 100 }))
          const found = editedList('US', rows, edits).find(it => it.code === code)!
          expect(found).toMatchObject({ buyPoint: cents.at(-1)! / 100, origin: 'staff' })
          expect(found.stop).toBeLessThan(found.buyPoint)
          expect(ticksNear('US', found.stop)).toEqual([found.stop, found.stop])
        },
      ),
    ))
})

it('the reason why a stock left a list is the method’s, a removal by staff, or unknown', () => {
  const edited = editedList('US', rows, [{ what: 'veto', code: 'C' }])
  expect([...departuresOf(['A', 'C', 'X', 'Y'], edited, { X: 'rank', A: 'rank' })]).toEqual([
    ['C', 'vetoed'],
    ['X', 'rank'],
    ['Y', null],
  ])
})

describe('the valid prices nearest to a price', () => {
  it.each([
    ['US', 62.33, [62.33, 62.33]],
    ['US', 62.335, [62.33, 62.34]],
    ['US', 62.33001, [62.33, 62.34]],
    ['HKEX', 19.99, [19.99, 19.99]],
    ['HKEX', 20.01, [20, 20.02]],
    ['JP', 3_001, [3_000, 3_005]],
    ['TW', 99.95, [99.9, 100]],
  ] as const)('are found correctly in %s for %d', (exchange, price, near) =>
    expect(ticksNear(exchange, price)).toEqual(near),
  )

  it('are valid prices above and below it', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('HKEX', 'US', 'JP', 'CN', 'TW'),
        fc.double({ min: 0.01, max: 100_000, noNaN: true }),
        (exchange, price) => {
          const [under, over] = ticksNear(exchange, price)
          for (const tick of [under, over].filter(it => it > 0)) expect(ticksNear(exchange, tick)).toEqual([tick, tick])
          expect(under === over ? price : (price - under) * (over - price) >= 0 ? price : Number.NaN).toBe(price)
        },
      ),
    ))
})
