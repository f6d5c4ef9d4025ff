import type { MapStock } from '@finlist/contract/screener'
import { padded } from '@finlist/domain/chart/padded'
import type { Market } from '@finlist/domain/markets'
import type { ChangePeriod } from '@finlist/domain/screener/period-changes'
import { memo } from 'react'
import { formatChange } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { chartOf } from './chart-address.ts'
import { colourOf } from './colour.ts'
import type { SectorBox, Tile } from './layout.ts'

/** The classes of everything on the map that can be pressed. */
export const item =
  'absolute overflow-hidden -outline-offset-2 hover:z-1 hover:outline-2 hover:outline-ink focus-visible:z-1 focus-visible:outline-ink'

export const placeOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  left: x,
  top: y,
  width,
  height,
})

/** The width of a letter of a stock code, in pixels. */
const letter = 8.5

type TileProps = {
  tile: Extract<Tile, { stock: MapStock }>
  market: Market
  period: ChangePeriod
  change: number | null
  label: string
  isStop: boolean
}

export const StockTile = memo(function StockTile({ tile, market, period, change, label, isStop }: TileProps) {
  const { stock, width, height } = tile
  const scale = textScale()
  const [wide, high] = [width / scale, height / scale]
  const isLarge = wide >= 120 && high >= 80
  const code = padded(market.id, stock.stockCode)
  return (
    <a
      href={chartOf(market, stock)}
      data-key={tile.key}
      tabIndex={isStop ? 0 : -1}
      style={{ ...placeOf(tile), background: colourOf(change, period) }}
      className={`${item} flex flex-col items-center justify-center text-12 text-ink no-underline`}
    >
      <span className="sr-only">{label}</span>
      {wide >= code.length * letter + 6 && high >= 18 && (
        <span aria-hidden className="flex max-w-full flex-col items-center">
          <span className={`font-strong ${isLarge ? 'text-16' : ''}`}>{code}</span>
          {wide >= 90 && high >= 56 && <span className="max-w-full truncate px-1">{nameOf(stock)}</span>}
          {wide >= 50 && high >= 36 && <span>{change === null ? '–' : `${formatChange(change)}%`}</span>}
        </span>
      )}
    </a>
  )
})

type WholeProps = {
  sector: SectorBox
  name: string
  label: string
  isStop: boolean
  changeOf: (stock: MapStock) => number | null
  period: ChangePeriod
}

/** A sector as one button; its tiles are only drawn. */
export function WholeSector({ sector, name, label, isStop, changeOf, period }: WholeProps) {
  return (
    <button
      type="button"
      data-key={sector.key}
      data-on-paper
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      style={placeOf(sector)}
      className={`${item} bg-line text-ink`}
    >
      {sector.tiles.map(tile => (
        <span
          key={tile.key}
          aria-hidden
          style={{
            ...placeOf({ ...tile, x: tile.x - sector.x, y: tile.y - sector.y }),
            background: 'stock' in tile ? colourOf(changeOf(tile.stock), period) : 'var(--wash)',
          }}
          className="absolute"
        />
      ))}
      {sector.head > 0 && (
        <span className="absolute inset-x-0 top-0 truncate bg-panel px-1.5 text-start text-12 leading-6 font-strong">
          {name}
        </span>
      )}
    </button>
  )
}

/** How much larger than usual the user's text is. */
const textScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
