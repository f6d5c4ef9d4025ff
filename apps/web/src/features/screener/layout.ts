import type { MapStock } from '@finlist/contract/screener'
import { type HierarchyRectangularNode, hierarchy, treemap } from 'd3-hierarchy'

type Box = { x: number; y: number; width: number; height: number }
/** A stock, or the `rest` of a sector: its smaller stocks together. */
export type Tile = Box & { key: string; sector: number } & ({ stock: MapStock } | { rest: number })
/** `head`: the height of the sector's heading; 0 if there is no room for one. */
export type SectorBox = Box & { key: string; sector: number; head: number; tiles: Tile[] }

type Room = {
  width: number
  height: number
  /** The smallest area of a stock with its own tile, in square pixels. */
  leastArea: number
  /** The height of a sector's heading; 0 for none. */
  head: number
}
type Leaf = { sector: number; value: number } & ({ stock: MapStock } | { rest: number })
type Node = { sector: number; children: Leaf[] } | Leaf | { children: Node[] }

/**
 * Lays out stocks in a box, by sector, as a squarified treemap whose areas are turnovers. Stocks without turnover are
 * left out. A sector's stocks whose tiles would be smaller than `leastArea` share one tile.
 */
export function layOut(stocks: readonly MapStock[], room: Room): SectorBox[] {
  const traded = stocks.filter(({ turnover }) => turnover > 0)
  const total = traded.reduce((sum, { turnover }) => sum + turnover, 0)
  const areaOf = (turnover: number) => (turnover / total) * room.width * room.height
  const sectors = [...new Set(traded.map(({ sector }) => sector))].map(sector => {
    const own = traded.filter(stock => stock.sector === sector)
    const large = own.filter(({ turnover }) => areaOf(turnover) >= room.leastArea)
    const small = own.filter(({ turnover }) => areaOf(turnover) < room.leastArea)
    const leaves: Leaf[] = large.map(stock => ({ sector, stock, value: stock.turnover }))
    const rest = { sector, rest: small.length, value: small.reduce((sum, { turnover }) => sum + turnover, 0) }
    return { sector, children: small.length > 0 ? [...leaves, rest] : leaves }
  })
  if (sectors.length === 0) return []
  const root = hierarchy<Node>({ children: sectors }, node => ('children' in node ? node.children : undefined))
    .sum(node => ('value' in node ? node.value : 0))
    .sort((one, other) => other.value! - one.value!)
  const map = treemap<Node>()
    .size([room.width, room.height])
    .round(true)
    .paddingInner(1)
    .paddingTop(node => (node.depth === 1 ? headIn(boxOf(node), room.head) : 0))(root)
  return (map.children ?? []).map(node => {
    const { sector } = node.data as Leaf
    const box = boxOf(node)
    return {
      ...box,
      key: `sector:${sector}`,
      sector,
      head: headIn(box, room.head),
      tiles: (node.children ?? []).map(child => tileOf(child)),
    }
  })
}

function tileOf(node: HierarchyRectangularNode<Node>): Tile {
  const leaf = node.data as Leaf
  const box = { ...boxOf(node), sector: leaf.sector }
  return 'stock' in leaf
    ? { ...box, key: leaf.stock.stockCode, stock: leaf.stock }
    : { ...box, key: `rest:${leaf.sector}`, rest: leaf.rest }
}

const boxOf = ({ x0, y0, x1, y1 }: HierarchyRectangularNode<Node>): Box => ({
  x: x0,
  y: y0,
  width: x1 - x0,
  height: y1 - y0,
})

/** A heading takes at most half of its sector, and needs room for a few letters. */
const headIn = ({ width, height }: Box, head: number) => (height >= head * 2 && width >= head * 2.5 ? head : 0)

type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
const isDirection = (key: string): key is Direction => /^Arrow(Left|Right|Up|Down)$/.test(key)

/**
 * The box that a key moves the focus to: by an arrow, the nearest in its direction; by Home and End, the first and the
 * last. Undefined for another key, and at the edge.
 */
export function boxTowards<B extends Box>(boxes: readonly B[], from: B, key: string): B | undefined {
  if (key === 'Home') return boxes[0]
  if (key === 'End') return boxes.at(-1)
  if (!isDirection(key)) return undefined
  const distances = boxes.flatMap(box => {
    const [dx, dy] = [
      middle(box.x, box.width) - middle(from.x, from.width),
      middle(box.y, box.height) - middle(from.y, from.height),
    ]
    const [ahead, aside] = { ArrowLeft: [-dx, dy], ArrowRight: [dx, dy], ArrowUp: [-dy, dx], ArrowDown: [dy, dx] }[
      key
    ] as [number, number]
    return box !== from && ahead > 0 ? [{ box, distance: ahead + 2 * Math.abs(aside) }] : []
  })
  return distances.toSorted((one, other) => one.distance - other.distance)[0]?.box
}

const middle = (start: number, size: number) => start + size / 2
