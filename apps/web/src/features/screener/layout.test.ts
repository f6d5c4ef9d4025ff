import type { MapStock } from '@finlist/contract/screener'
import { expect, it } from 'vitest'
import { boxTowards, layOut } from './layout.ts'

const stock = (stockCode: string, sector: number, turnover: number): MapStock => ({
  stockCode,
  stockName: stockCode,
  stockNameZh: '',
  sector,
  price: 1,
  turnover,
  changes: { '1d': 1, '1w': 1, '1m': 1, '3m': 1, '6m': 1, '1y': 1, ytd: 1 },
})
/** Three sectors of 300 stocks, with turnovers from 1 to 1.5 million. */
const market = Array.from({ length: 300 }, (_, at) => stock(String(at), at % 3, Math.round(1.05 ** at)))
const room = { width: 1_200, height: 600, leastArea: 576, head: 20 }

it('gives each stock an area in proportion to its turnover', () => {
  const stocks = [stock('A', 0, 600), stock('B', 0, 200), stock('C', 1, 200)]
  const areas = layOut(stocks, { ...room, head: 0 }).flatMap(({ tiles }) =>
    tiles.map(({ key, width, height }) => [key, Math.round((width * height) / 72_000) / 10]),
  )
  expect(Object.fromEntries(areas)).toEqual({ A: 0.6, B: 0.2, C: 0.2 })
})

it('covers the box with tiles that do not overlap, each within its sector below its heading', () => {
  const sectors = layOut(market, room)
  const tiles = sectors.flatMap(({ tiles }) => tiles)
  const covered = tiles.reduce((sum, { width, height }) => sum + width * height, 0)
  const heads = sectors.reduce((sum, { width, head }) => sum + width * head, 0)
  expect((covered + heads) / (room.width * room.height)).toBeGreaterThan(0.93)
  for (const sector of sectors)
    for (const tile of sector.tiles) {
      expect(tile.y).toBeGreaterThanOrEqual(sector.y + sector.head)
      expect(tile.x).toBeGreaterThanOrEqual(sector.x)
      expect(tile.x + tile.width).toBeLessThanOrEqual(sector.x + sector.width)
      expect(tile.y + tile.height).toBeLessThanOrEqual(sector.y + sector.height)
    }
  const overlaps = tiles.filter((one, at) =>
    tiles
      .slice(at + 1)
      .some(
        other =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      ),
  )
  expect(overlaps).toEqual([])
})

it('puts the stocks that are too small for a tile together, and loses none', () => {
  const sectors = layOut(market, room)
  const counts = sectors.flatMap(({ tiles }) => tiles.map(tile => ('rest' in tile ? tile.rest : 1)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(market.length)
  expect(counts.filter(count => count > 1)).toHaveLength(3)
  expect(counts.length).toBeLessThan((room.width * room.height) / room.leastArea)
})

it('leaves out stocks without turnover, and is empty without any', () => {
  const tiles = layOut([stock('A', 0, 5), stock('B', 0, 0)], room).flatMap(({ tiles }) => tiles)
  expect(tiles.map(({ key }) => key)).toEqual(['A'])
  expect(layOut([stock('B', 0, 0)], room)).toEqual([])
})

it('moves to the nearest box in the direction of an arrow key, and not beyond the edge', () => {
  const box = (name: string, x: number, y: number) => ({ name, x, y, width: 10, height: 10 })
  const [a, b, c, d] = [box('a', 0, 0), box('b', 10, 0), box('c', 0, 10), box('d', 10, 10)]
  const boxes = [a, b, c, d]
  const names = (from: typeof a) =>
    ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'x'].map(
      key => boxTowards(boxes, from, key)?.name,
    )
  expect(names(a)).toEqual(['b', undefined, 'c', undefined, 'a', 'd', undefined])
  expect(names(d)).toEqual([undefined, 'c', undefined, 'b', 'a', 'd', undefined])
})

it('reaches every tile with arrow keys', () => {
  const boxes = layOut(market, room).flatMap(sector => [{ ...sector, height: sector.head }, ...sector.tiles])
  const reached = new Set([boxes[0]!])
  for (const from of reached)
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const to = boxTowards(boxes, from, key)
      if (to) reached.add(to)
    }
  expect(boxes.filter(box => !reached.has(box)).map(({ key }) => key)).toEqual([])
})
