import { expect, it } from 'vitest'
import { percentMoved, topMovers } from './top-movers.ts'

const stock = (stockCode: string, previousPrice: number, price: number, volume = 1_000) => ({
  stockCode,
  previousPrice,
  price,
  volume,
  turnover: volume * price,
})
const codes = (list: readonly { stockCode: string }[]) => list.map(({ stockCode }) => stockCode)

it('market movers are ranked by change in percent, not in price, and leave out unchanged stocks (MOV-03)', () => {
  const { up, down } = topMovers([
    stock('A', 100, 101),
    stock('B', 1, 1.05),
    stock('C', 5, 5),
    stock('D', 10, 9.9),
    stock('E', 2, 1.9),
  ])
  expect([codes(up), codes(down)]).toEqual([
    ['B', 'A'],
    ['E', 'D'],
  ])
  expect([percentMoved(up[0]!), percentMoved(down[0]!)]).toEqual([5, -5])
})

it('the lists of market movers have twenty stocks in each direction, with ties ordered by volume, then by code (MOV-13)', () => {
  const many = Array.from({ length: 30 }, (_, at) => stock(`S${at + 10}`, 10, 11 + at / 10))
  expect(topMovers(many).up).toHaveLength(20)
  const equal = [stock('C', 10, 11), stock('A', 10, 11), stock('B', 10, 11, 2_000)]
  expect(codes(topMovers(equal).up)).toEqual(['B', 'A', 'C'])
})

it('market movers are chosen only from stocks with enough volume and turnover (MOV-04)', () => {
  const many = Array.from({ length: 30 }, (_, at) => stock(`S${at + 10}`, 10, 11 + at / 10, at < 15 ? 999 : 10))
  expect(topMovers(many, { minVolume: 999 }).up).toHaveLength(15)
  expect(topMovers(many, { minVolume: 1_000 })).toEqual({ up: [], down: [] })
  expect(topMovers(many, { minVolume: 999, minTurnover: 12 * 999 }).up).toHaveLength(5)
})
