import type { MapStock } from '@finlist/contract/screener'
import type { Market } from '@finlist/domain/markets'
import type { ChangePeriod } from '@finlist/domain/screener/period-changes'
import { ArrowLeft } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { chartOf } from './chart-address.ts'
import { Details } from './Details.tsx'
import { Legend } from './Legend.tsx'
import { boxTowards, layOut, type SectorBox, type Tile } from './layout.ts'
import { mapHeight } from './map-height.ts'
import { useStockWords } from './stock-words.ts'
import { item, placeOf, StockTile, WholeSector } from './Tiles.tsx'
import { useSize } from './use-size.ts'

type Props = {
  market: Market
  stocks: readonly MapStock[]
  /** The sector that fills the map; null for all sectors. */
  open: number | null
  period: ChangePeriod
  changeOf: (stock: MapStock) => number | null
  sectorName: (at: number) => string
  onOpen: (sector: number | null) => void
  /** Shows a sector's stocks as a table. */
  onList: (sector: number) => void
}

/** The smallest tile in square pixels: for a pointer, and for a finger. */
const leastArea = { pointer: 24 * 24, finger: 44 * 44 }
const headHeight = { pointer: 20, finger: 24 }
const first = 'first'

/**
 * The map. Its tiles are one tab stop, within which arrow keys move; Enter opens a stock or a sector, Escape leaves the
 * sector. On a phone, the map of all sectors opens sectors, and only the map of a sector opens stocks.
 */
export function MapView({ market, stocks, open, period, changeOf, sectorName, onOpen, onList }: Props) {
  const t = useTranslation('screener')
  const phone = useIsPhone()
  const navigate = useNavigate()
  const words = useStockWords(market, period)
  const hint = useId()
  const { box, width, height } = useSize()
  const host = useRef<HTMLFieldSetElement>(null)
  const by = phone ? 'finger' : 'pointer'
  const isWhole = open === null
  const opensSectors = phone && isWhole
  const sectors = useMemo(
    () =>
      width === 0 || height === 0
        ? []
        : layOut(stocks, {
            width,
            height,
            leastArea: opensSectors ? leastArea.pointer : leastArea[by],
            head: isWhole ? headHeight[by] : 0,
          }),
    [stocks, width, height, by, isWhole, opensSectors],
  )
  const items = useMemo(
    () =>
      sectors.flatMap(sector =>
        opensSectors
          ? [sector]
          : sector.head > 0
            ? [{ ...sector, height: sector.head }, ...sector.tiles]
            : sector.tiles,
      ),
    [sectors, opensSectors],
  )
  const byKey = useMemo(() => new Map(items.map(item => [item.key, item])), [items])
  const [reached, setReached] = useState<string>()
  const [pointedKey, setPointed] = useState<string>()
  const stop = reached !== undefined && byKey.has(reached) ? reached : items[0]?.key
  const pointed = pointedKey === undefined ? undefined : byKey.get(pointedKey)

  /** The key of the item that takes the focus once the map has changed. */
  const wanted = useRef<string>(undefined)
  /** The stock last tapped: the first tap shows its figures, the second opens it. */
  const tapped = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined || items.length === 0) return
    const key = byKey.has(wanted.current) ? wanted.current : items[0]!.key
    wanted.current = undefined
    elementOf(host.current, key)?.focus({ preventScroll: true })
  }, [items, byKey])

  const zoom = (sector: number | null) => {
    wanted.current = sector === null ? `sector:${open}` : first
    tapped.current = undefined
    onOpen(sector)
  }
  const press = (event: MouseEvent) => {
    const item = itemAt(event)
    if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if ('stock' in item) {
      const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch'
      // A press of Enter has no detail.
      if (event.detail > 0 && (phone || isTouch) && tapped.current !== item.key) tapped.current = item.key
      else void navigate(chartOf(market, item.stock))
    } else if ('rest' in item && !isWhole) onList(item.sector)
    else zoom(item.sector)
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isWhole) return zoom(null)
    const from = itemAt(event)
    const to = from && boxTowards<SectorBox | Tile>(items, from, event.key)
    if (!from || !/^(Arrow|Home$|End$)/.test(event.key)) return
    event.preventDefault()
    if (to) elementOf(host.current, to.key)?.focus()
  }
  const itemAt = ({ target }: SyntheticEvent) =>
    byKey.get((target as Element).closest<HTMLElement>('[data-key]')?.dataset['key'] ?? '')
  const point = (event: SyntheticEvent) => {
    const item = itemAt(event)
    if (item) setPointed(item.key)
  }

  return (
    <>
      <div className="mb-2 flex min-h-15 flex-wrap items-center gap-x-3 md:min-h-13">
        {!isWhole && (
          <Button variant="quiet" onClick={() => zoom(null)} className="-ml-2 shrink-0 px-2! text-13!">
            <ArrowLeft size={15} aria-hidden />
            {t('sector.all')}
          </Button>
        )}
        {pointed && 'stock' in pointed ? (
          <Details stock={pointed.stock} market={market} words={words} change={changeOf(pointed.stock)} />
        ) : (
          <p id={hint} className="min-w-0 flex-1 basis-40 text-13 text-faded">
            {t(opensSectors ? 'hint.sectors' : phone ? 'hint.tap' : 'hint.point')}
          </p>
        )}
        {!phone && <Legend period={period} />}
      </div>
      {/* For keyboard users, the links and buttons inside do the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <fieldset
        ref={host}
        aria-label={t(isWhole ? 'map.label' : 'map.sector', {
          market: t(`market.${market.linkSuffix}`),
          sector: isWhole ? '' : sectorName(open),
          period: t(`period.${period}`),
        })}
        aria-describedby={`${hint}-keys`}
        onClick={press}
        onKeyDown={move}
        onPointerOver={event => event.pointerType === 'mouse' && point(event)}
        onFocus={event => {
          const item = itemAt(event)
          if (item) setReached(item.key)
          point(event)
        }}
        className={`isolate min-w-0 overflow-hidden border border-line bg-line ${mapHeight}`}
      >
        <div ref={box} className="relative size-full">
          {sectors.map(sector =>
            opensSectors ? (
              <WholeSector
                key={sector.key}
                sector={sector}
                name={sectorName(sector.sector)}
                label={t('sector.open', { sector: sectorName(sector.sector) })}
                isStop={sector.key === stop}
                changeOf={changeOf}
                period={period}
              />
            ) : (
              <div key={sector.key} className="contents">
                {sector.head > 0 && (
                  <button
                    type="button"
                    data-key={sector.key}
                    data-on-paper
                    tabIndex={sector.key === stop ? 0 : -1}
                    aria-label={t('sector.open', { sector: sectorName(sector.sector) })}
                    style={placeOf({ ...sector, height: sector.head })}
                    className={`${item} bg-panel px-1.5 text-start text-12 font-strong text-ink`}
                  >
                    <span className="block truncate">{sectorName(sector.sector)}</span>
                  </button>
                )}
                {sector.tiles.map(tile =>
                  'stock' in tile ? (
                    <StockTile
                      key={tile.key}
                      tile={tile}
                      market={market}
                      period={period}
                      change={changeOf(tile.stock)}
                      label={words.sentence(tile.stock, changeOf(tile.stock))}
                      isStop={tile.key === stop}
                    />
                  ) : (
                    <button
                      key={tile.key}
                      type="button"
                      data-key={tile.key}
                      data-on-paper
                      tabIndex={tile.key === stop ? 0 : -1}
                      aria-label={t('rest.label', { count: tile.rest, sector: sectorName(tile.sector) })}
                      style={placeOf(tile)}
                      className={`${item} bg-wash text-12 text-ink`}
                    >
                      {t('rest', { count: tile.rest })}
                    </button>
                  ),
                )}
              </div>
            ),
          )}
        </div>
      </fieldset>
      {phone && <Legend period={period} />}
      <p id={`${hint}-keys`} className="sr-only">
        {t('hint.keys')}
      </p>
    </>
  )
}

const elementOf = (host: HTMLElement | null, key: string) =>
  host?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
