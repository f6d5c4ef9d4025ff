import type { ChartKind } from '@finlist/domain/chart/chart-kinds'
import { firstShown, type Span, wideRatio } from '@finlist/domain/chart/first-view'
import type { PriceScale } from '@finlist/domain/chart/price-scale'
import type { Resolution } from '@finlist/domain/chart/spans'
import { languages } from '@finlist/i18n/languages'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { currentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { formatDay } from '../market-dates.ts'
import { formatLevel, formatPrice } from '../market-figures.tsx'
import { type ChartEngine, type DayName, openChart, type View } from './engine/open-chart.ts'
import type { Level, Sign } from './engine/prices.ts'
import { formatTraded } from './format-value.ts'
import { Legend } from './legend.tsx'
import type { Picture } from './picture.ts'

export type ChartProps = {
  symbol: string
  /** Identifies the bars. If it changes, another chart begins in the same place; by default it never does. */
  of?: string
  picture: Picture
  resolution?: Resolution
  kind?: ChartKind
  scale?: PriceScale
  /** Whether the price axis covers three times the range that fits the prices in view. */
  wide?: boolean
  /** The span initially in view; by default as many bars as fit at a comfortable width. */
  span?: Span
  /** Whether at least 90 days of `span` are in view initially. */
  atLeast90?: boolean
  heights?: Readonly<Record<string, number>>
  levels?: readonly Level[]
  signs?: readonly (Sign & { said: string })[]
  roomy?: boolean
  /** Whether the chart fills the positioned element around it, instead of taking its height from `className`. */
  fills?: boolean
  /**
   * Returns the name of a bar that has no calendar date, given its index. Pass the same function as long as the names
   * stay the same.
   */
  dayName?: DayName
  className?: string
  about?: (study: string) => ReactNode
  /** Hidden studies, which still have a row in the legend. */
  hidden?: readonly { study: string; name: string }[]
  /**
   * Additional content for a bar. `row`: shown above the canvas for the bar under the pointer. `said`: added to the
   * bar's announcement by screen readers.
   */
  others?: { row: (at: number) => ReactNode; said: (at: number) => string } | undefined
  onEngine?: (engine: ChartEngine | undefined) => void
  /** Called once the view has stopped moving. */
  onView?: (view: View) => void
  /** Receives each key before the chart handles it; returns true if the key needs no further handling. */
  onKey?: (event: KeyboardEvent, at: number) => boolean
  children?: ReactNode
}

const none: never[] = []
/** Width, in pixels, at which a bar is comfortably visible. */
const barWidth = 4.5
const roomBehind = 2
/** The factor by which each key changes the number of bars in view. */
const zooms: Record<string, number> = { '+': 0.8, '=': 0.8, '-': 1.25, _: 1.25 }

/**
 * A chart of bars with its legend. Lazy-loaded, because it includes the drawing engine. Arrow keys move through the
 * bars, and each bar is announced.
 */
export default function CandleChart({
  symbol,
  of = '',
  picture,
  resolution = '1D',
  kind = 'candles',
  scale = 'linear',
  wide = false,
  span,
  atLeast90 = false,
  heights,
  levels = none,
  signs = none,
  roomy = false,
  fills = false,
  dayName,
  className = 'h-80',
  about,
  hidden,
  others,
  onEngine,
  onView,
  onKey,
  children,
}: ChartProps) {
  const t = useTranslation('stock')
  const place = useRef<HTMLDivElement>(null)
  const [engine, setEngine] = useState<ChartEngine>()
  /** A day instead of an index, because bars may be added before it. */
  const [day, setDay] = useState<string>()
  const [announced, setAnnounced] = useState({ spoken: currentLanguage(), text: '' })
  const [view, setView] = useState<View>()
  const keysId = useId()
  const viewId = useId()
  const spoken = currentLanguage()
  const setSaid = (text: string) => setAnnounced({ spoken, text })
  const { bars } = picture
  const [begun, setBegun] = useState(of)
  if (begun !== of) {
    setBegun(of)
    setDay(undefined)
    setView(undefined)
    setSaid('')
  }
  const report = useRef<(engine: ChartEngine | undefined) => void>(undefined)
  const seen = useRef<(view: View) => void>(undefined)
  const point = useRef<(at: number | undefined) => void>(undefined)
  const zoomed = useRef(false)
  useLayoutEffect(() => {
    report.current = onEngine
    point.current = at => setDay(at === undefined ? undefined : bars[at]?.date)
    seen.current = now => {
      onView?.(now)
      if (zoomed.current) setSaid(inView(now))
      zoomed.current = false
    }
  })

  // Runs before the browser paints. A chart painted without prices would have a narrower axis, which would then move.
  useLayoutEffect(() => {
    if (!place.current) return
    const rest = afterRest(() => {
      const now = opened.view()
      setView(now)
      if (now) seen.current?.(now)
    })
    const opened = openChart(place.current, {
      locale: languages[spoken].locale,
      resolution,
      roomy,
      dayName,
      onPoint: at => point.current?.(at),
      onView: rest.soon,
    })
    setEngine(opened)
    report.current?.(opened)
    return () => {
      rest.stop()
      report.current?.(undefined)
      setEngine(undefined)
      setView(undefined)
      opened.remove()
    }
  }, [spoken, resolution, roomy, dayName])

  useLayoutEffect(() => engine?.setKind(kind), [engine, kind])
  useLayoutEffect(() => engine?.setScale(scale), [engine, scale])
  useLayoutEffect(() => engine?.setRatio(wide ? wideRatio : 1), [engine, wide])
  useLayoutEffect(() => engine?.setLevels(levels), [engine, levels])
  useLayoutEffect(() => engine?.setSigns(signs), [engine, signs])
  const looked = useRef<{ engine: ChartEngine; of: string }>(undefined)
  const lookAtFirst = useCallback(() => {
    const dates = bars.map(({ date }) => date)
    const from = span
      ? firstShown(dates, span, { atLeast90 })
      : dates.length - Math.round((place.current?.clientWidth ?? 0) / barWidth)
    engine?.look(from, dates.length + roomBehind)
  }, [engine, bars, span, atLeast90])
  useLayoutEffect(() => {
    if (!engine) return
    const isSame = looked.current?.engine === engine && looked.current.of === of
    engine.show(picture, { another: !isSame })
    if (isSame || picture.bars.length === 0) return
    looked.current = { engine, of }
    lookAtFirst()
  }, [engine, of, picture, lookAtFirst])
  useLayoutEffect(() => engine?.setHeights(heights ?? {}), [engine, heights])
  const loaded = `${symbol} ${of} ${resolution}`
  /**
   * The chart in which a bar was last announced. Its view is then not announced, so that the bar's announcement is not
   * cut short.
   */
  const walked = useRef<string>(undefined)
  useSaidOnce(loaded, bars.length > 0 && view !== undefined, () => {
    const now = engine?.view()
    if (now && walked.current !== loaded) setSaid(inView(now))
  })

  const found = day === undefined ? -1 : bars.findLastIndex(({ date }) => date === day)
  const at = found === -1 ? undefined : found
  const pointed = at ?? bars.length - 1
  const walk = (event: KeyboardEvent) => {
    if (onKey?.(event, pointed)) return event.preventDefault()
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const zoom = zooms[event.key]
    if (zoom || event.key === '0') {
      event.preventDefault()
      zoomed.current = true
      if (zoom) engine?.zoom(zoom, pointed)
      else lookAtFirst()
      return
    }
    if (event.shiftKey) return
    const from = at ?? bars.length
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: bars.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(to, 0), bars.length - 1)
    setDay(bars[next]?.date)
    engine?.pointAt(next)
    walked.current = loaded
    setSaid([inWords(next), others?.said(next), signOf(next)].filter(Boolean).join('. '))
  }
  const nameOf = (place: number) => dayName?.(place, 'full') ?? formatDay(bars[place]!.date)
  const inWords = (place: number) => {
    const bar = bars[place]!
    return t('chart.bar', {
      date: nameOf(place),
      open: formatPrice(bar.open),
      high: formatPrice(bar.high),
      low: formatPrice(bar.low),
      close: formatPrice(bar.close),
      volume: formatTraded(bar.volume),
    })
  }
  const signOf = (bar: number) =>
    signs
      .filter(({ date }) => date === bars[bar]?.date)
      .map(sign => sign.said)
      .join(' · ')

  return (
    <div className={fills ? 'absolute inset-0 flex flex-col' : 'pt-2'}>
      <Legend
        picture={picture}
        at={pointed}
        said={signOf(pointed)}
        {...(about && { about })}
        {...(hidden && { hidden })}
        {...(dayName && { dayName })}
      >
        {others?.row(pointed)}
      </Legend>
      <div className={fills ? 'relative min-h-0 flex-1' : 'relative'}>
        {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
        <div
          role="application"
          aria-label={t(labels[resolution], { symbol })}
          aria-describedby={`${keysId} ${viewId}`}
          data-axis={view && `${formatLevel(view.low)} ${formatLevel(view.high)}`}
          tabIndex={0}
          onKeyDown={walk}
          className={`peer ${fills ? 'absolute inset-0' : `relative ${className}`}`}
          ref={place}
        />
        {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
        <p
          id={keysId}
          className="pointer-events-none absolute right-20 bottom-8 z-3 hidden rounded-sm bg-raised px-1 text-12 text-faded peer-focus-visible:block"
        >
          {t('chart.keys')}
        </p>
        {children}
      </div>
      <output className="sr-only">{announced.spoken === spoken && announced.text}</output>
      <p id={viewId} className="sr-only">
        {view && inView(view)}
      </p>
    </div>
  )

  /** Limits the view to the bars, because the axis extends beyond them. */
  function inView(view: View) {
    if (bars.length === 0) return ''
    const within = (place: number) => Math.min(Math.max(place, 0), bars.length - 1)
    const [from, to] = [within(Math.ceil(view.from)), within(Math.floor(view.to))]
    const seen = bars.slice(from, to + 1)
    return t(views[resolution], {
      symbol,
      from: nameOf(from),
      to: nameOf(to),
      low: formatLevel(Math.min(...seen.map(bar => bar.low))),
      high: formatLevel(Math.max(...seen.map(bar => bar.high))),
    })
  }
}

/** Calls `say` once for each value of `what`, when `isShown` is true and neither has changed for a moment. */
function useSaidOnce(what: string, isShown: boolean, say: () => void) {
  const said = useRef<string>(undefined)
  const speak = useEffectEvent(say)
  useEffect(() => {
    if (!isShown || said.current === what) return undefined
    const timer = setTimeout(() => {
      said.current = what
      speak()
    }, 300)
    return () => clearTimeout(timer)
  }, [what, isShown])
}

const views = { '1D': 'chart.view', '1W': 'chart.view.weekly', '1M': 'chart.view.monthly' } as const
const labels = { '1D': 'chart.label', '1W': 'chart.label.weekly', '1M': 'chart.label.monthly' } as const

/** Calls `act` once the view has not moved for a moment. */
function afterRest(act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    soon: () => {
      clearTimeout(timer)
      timer = setTimeout(act, 150)
    },
    stop: () => clearTimeout(timer),
  }
}
