import { exchangeIds } from '@finlist/domain/markets'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mostLines, positionsToCsv, readPositions } from './csv.ts'

it('an exported watchlist is read back unchanged', () => {
  const position = fc.record({
    stockCode: fc.constantFrom('0005', '0700', 'AAPL', 'BRK.B', '600519'),
    exchange: fc.constantFrom(...exchangeIds),
    buyPrice: fc.integer({ min: 0, max: 9_999_999 }).map(price => price / 10_000),
    shares: fc.integer({ min: 1, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 50 }), positions => {
      const written = positions.map(one => (one.exchange === 'HKEX' ? { ...one, stockCode: '0700' } : one))
      expect(readPositions(positionsToCsv(written))).toMatchObject({ positions: written })
    }),
  )
})

it('a watchlist’s CSV file has each position in today’s whole shares, and as it was entered', () => {
  const position = { stockCode: '0700', exchange: 'HKEX', buyPrice: 85.71428571, shares: 700.5 } as const
  expect(
    positionsToCsv([{ ...position, entered: { buyPrice: 600, shares: 100 } }])
      .trim()
      .split(/\r?\n/),
  ).toEqual(['stockCode,exchange,buyPrice,shares,enteredBuyPrice,enteredShares', '0700,HKEX,85.7143,700,600,100'])
})

it('a watchlist’s CSV file may have columns in any order, quoted cells, a BOM, and codes that lost their zeros', () => {
  const text = '\uFEFFshares,buyPrice,note,exchange,stockCode\n100,"9.5",x,hkex,700\n\n1,2,,us,brk.b\n'
  expect(readPositions(text)).toEqual({
    positions: [
      { stockCode: '0700', exchange: 'HKEX', buyPrice: 9.5, shares: 100 },
      { stockCode: 'BRK.B', exchange: 'US', buyPrice: 2, shares: 1 },
    ],
    lines: [2, 4],
  })
})

it.each<[string, string, unknown]>([
  ['missing columns', 'code,price\n0700,5', [{ line: 1, reason: 'csv.reason.columns' }]],
  ['no line', 'stockCode,exchange,buyPrice,shares\n', [{ line: 1, reason: 'csv.reason.empty' }]],
  [
    'every bad line, with no valid row kept',
    'stockCode,exchange,buyPrice,shares\n0700,HKEX,1,1\n,HKEX,1,1\n0700,NYSE,1,1\n0700,HKEX,-1,1\n0700,HKEX,1,0.5\n0700,HKEX,10.00001,1',
    [
      { line: 3, reason: 'csv.reason.stockCode' },
      { line: 4, reason: 'csv.reason.exchange' },
      { line: 5, reason: 'csv.reason.buyPrice' },
      { line: 6, reason: 'csv.reason.shares' },
      { line: 7, reason: 'csv.reason.decimals', values: { most: 4 } },
    ],
  ],
])('the error in a faulty watchlist CSV file is reported: %s', (_, text, faults) =>
  expect(readPositions(text)).toEqual({ faults }),
)

it('a watchlist CSV file with too many lines is refused', () => {
  const text = `stockCode,exchange,buyPrice,shares\n${'0700,HKEX,1,1\n'.repeat(mostLines + 1)}`
  expect(readPositions(text)).toMatchObject({ faults: [{ reason: 'csv.reason.many' }] })
})
