import { type FinderFilter, finderColumns, operations, scopes } from '@finlist/contract/finder'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Address, readAddress, writeAddress } from './address.ts'
import { columnKeys } from './columns.tsx'

const price = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(value => value / 1_000)
const filter = fc
  .tuple(fc.constantFrom(...finderColumns), fc.constantFrom(...operations), price, price)
  .map(([column, operation, a, b]): FinderFilter => {
    if (column === 'pattern') return { column, operation: 'in', values: ['CUP', 'DB'] }
    if (column === 'subSector')
      return { column, operation: 'between', from: 'Oil & gas: services', to: 'Oil & gas: services' }
    const [low, high] = [Math.min(a, b), Math.max(a, b)]
    const text = (value: number) => String(Math.round(Math.abs(value)))
    if (column === 'stockCode')
      return { column, operation, from: '5', to: operation === 'between' ? `7${text(high)}` : -1 }
    return { column, operation, from: low, to: operation === 'between' ? high : -1 }
  })
const address = fc.record({
  setId: fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: undefined }),
  filters: fc.uniqueArray(filter, { maxLength: 6, selector: ({ column }) => column }),
  scope: fc.constantFrom(...scopes),
  sort: fc.record({ by: fc.constantFrom(...columnKeys), down: fc.boolean() }),
  stock: fc.option(fc.constantFrom('0700', 'BRK.B'), { nil: undefined }),
})

it('a Finder screen is read back from the address that it was written to', () => {
  fc.assert(
    fc.property(address, given => {
      expect(readAddress(writeAddress(given))).toEqual({ ...given, dropped: [] })
    }),
  )
})

it.each<[string, Partial<Address>]>([
  [
    '?filter=colour:gt:1&filter=close:like:1&filter=close:gt:dear',
    { filters: [], dropped: ['colour:gt:1', 'close:like:1', 'close:gt:dear'] },
  ],
  [
    '?filter=close:gt:1&filter=close:lt:9',
    { filters: [{ column: 'close', operation: 'gt', from: 1, to: -1 }], dropped: ['close:lt:9'] },
  ],
  ['?set=-3&sort=-colour', { setId: undefined, sort: { by: 'stockCode', down: false } }],
  ['?set=abc&sort=-volume', { setId: undefined, sort: { by: 'volume', down: true } }],
])('invalid parts of a Finder address are left out, and invalid filters are named: %s', (search, expected) =>
  expect(readAddress(search)).toMatchObject(expected),
)

it('the address of a Finder screen is readable', () => {
  const filters = [
    { column: 'percival_score', operation: 'gte', from: 80, to: -1 },
    { column: 'close', operation: 'between', from: 5, to: 20 },
  ] satisfies FinderFilter[]
  expect(
    writeAddress({ setId: 3, filters, scope: 'issue', sort: { by: 'volume', down: true }, stock: undefined }),
  ).toBe('?set=3&filter=percival_score:gte:80&filter=close:between:5:20&sort=-volume')
})
