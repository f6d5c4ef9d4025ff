import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runScreener, type ScreenerFilter } from './screener.ts'

const columns = {
  stockCode: ['0005', '0700', '1810', 'AAPL', 'MSFT'],
  subSector: ['Banks', 'Internet', 'Devices', 'Devices', 'Software'],
  close: Float64Array.of(60, 400, 25, NaN, 410),
}
const filter = (
  column: string,
  operation: Exclude<ScreenerFilter['operation'], 'in'>,
  from: number | string,
  to: number | string = -1,
) => ({
  column,
  operation,
  from,
  to,
})
const codes = (...filters: ScreenerFilter[]) => runScreener(columns, 5, filters).map(row => columns.stockCode[row])

describe('the stocks that a filter matches', () => {
  it.each<[string, ScreenerFilter, string[]]>([
    ['above excludes the value itself', filter('close', 'gt', 60), ['0700', 'MSFT']],
    ['at or above includes it', filter('close', 'gte', 60), ['0005', '0700', 'MSFT']],
    ['below', filter('close', 'lt', 60), ['1810']],
    ['at or below', filter('close', 'lte', 60), ['0005', '1810']],
    ['between includes both ends', filter('close', 'between', 25, 60), ['0005', '1810']],
    ['between with its ends swapped matches nothing', filter('close', 'between', 60, 25), []],
    ['a number as text counts as a number', filter('close', 'gt', '400'), ['MSFT']],
    ['text that is not a number matches nothing', filter('close', 'gt', 'dear'), []],
    ['an industry is selected by name', filter('subSector', 'between', 'Devices', 'Devices'), ['1810', 'AAPL']],
    ['codes of digits are compared as numbers', filter('stockCode', 'between', '5', '700'), ['0005', '0700']],
    ['codes of letters as text, without case', filter('stockCode', 'gte', 'b'), ['MSFT']],
    ['any of several texts', { column: 'subSector', operation: 'in', values: ['Banks', 'Software'] }, ['0005', 'MSFT']],
    ['an empty list of texts matches nothing', { column: 'subSector', operation: 'in', values: [] }, []],
    ['a figure matches no list of texts', { column: 'close', operation: 'in', values: ['60'] }, []],
    ['an unknown column matches nothing', filter('colour', 'gt', 1), []],
  ])('depend on its operation: %s', (_, given, expected) => expect(codes(given)).toEqual(expected))

  it('are those that pass every filter', () => {
    expect(codes(filter('close', 'gt', 10), filter('subSector', 'between', 'Devices', 'Devices'))).toEqual(['1810'])
    expect(codes()).toEqual(columns.stockCode)
  })
})

it('screening gives the same rows as filtering an array of plain values, for any numbers', () => {
  const numbers = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(NaN)), { maxLength: 40 })
  const operation = fc.constantFrom('gt', 'gte', 'lt', 'lte', 'between')
  fc.assert(
    fc.property(
      numbers,
      operation,
      fc.integer({ min: -5, max: 5 }),
      fc.integer({ min: -5, max: 5 }),
      (all, op, a, b) => {
        const plain = {
          gt: (x: number) => x > a,
          gte: (x: number) => x >= a,
          lt: (x: number) => x < a,
          lte: (x: number) => x <= a,
          between: (x: number) => x >= a && x <= b,
        }[op]
        const expected = all.flatMap((value, row) => (plain(value) ? [row] : []))
        expect(runScreener({ close: Float64Array.from(all) }, all.length, [filter('close', op, a, b)])).toEqual(
          expected,
        )
      },
    ),
  )
})
