import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { language } from '../../api/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { formatDay } from '../market-dates.ts'
import { formatLevel, formatPrice, formatVolume } from '../market-figures.tsx'
import type { DayBar } from './day-bars.ts'
import { type Drawing, draw } from './draw-candles.ts'
import type { Mark } from './price-chart.tsx'

type Props = { symbol: string; bars: DayBar[]; marks: readonly Mark[] }

/** Load it lazily: the drawing engine comes with it. Arrow keys walk the bars and each is read out. */
export default function CandleChart({ symbol, bars, marks }: Props) {
  const t = useTexts('stock')
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const [at, setAt] = useState<number>()
  const [said, setSaid] = useState('')
  const spoken = language()

  useEffect(() => {
    if (!place.current) return
    const drawn = draw(place.current, bars, marks, { locale: spoken === 'zh' ? 'zh-HK' : 'en-GB', onPoint: setAt })
    drawing.current = drawn
    return () => drawn.remove()
  }, [bars, marks, spoken])

  const walk = (event: KeyboardEvent) => {
    const from = at ?? bars.length
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: bars.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(to, 0), bars.length - 1)
    setAt(next)
    drawing.current?.pointAt(next)
    setSaid(inWords(bars[next]!))
  }
  const inWords = (bar: DayBar) =>
    t('chart.bar', {
      date: formatDay(bar.date),
      open: formatPrice(bar.open),
      high: formatPrice(bar.high),
      low: formatPrice(bar.low),
      close: formatPrice(bar.close),
      volume: formatVolume(bar.volume),
    })

  return (
    <div className="pt-2">
      <Legend bar={bars[at ?? bars.length - 1]!} />
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="application"
        aria-label={t('chart.label', { symbol })}
        tabIndex={0}
        onKeyDown={walk}
        className="h-80"
        ref={place}
      />
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <output className="sr-only">{said}</output>
    </div>
  )
}

/** The values under the pointer or of the last day, above the canvas where a finger does not cover them. */
function Legend({ bar }: { bar: DayBar }) {
  const t = useTexts('stock')
  const prices = [
    [t('chart.open'), bar.open],
    [t('chart.high'), bar.high],
    [t('chart.low'), bar.low],
    [t('chart.close'), bar.close],
  ] as const
  return (
    <div aria-hidden className="min-h-12 text-12 max-md:min-h-16">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-strong">{formatDay(bar.date, 'short')}</span>
        {prices.map(([name, price]) => (
          <span key={name}>
            <span className="text-faded">{name}</span> {formatPrice(price)}
          </span>
        ))}
      </p>
      <p className="flex flex-wrap gap-x-3">
        <Line colour="var(--average)">
          {t('chart.price-average')} {bar.priceAverage === null ? '–' : formatLevel(bar.priceAverage)}
        </Line>
        <span>
          <span className="text-faded">{t('chart.volume')}</span> {formatVolume(bar.volume)}
        </span>
        <Line colour="var(--faded)">
          {t('chart.volume-average')} {bar.volumeAverage === null ? '–' : formatVolume(bar.volumeAverage)}
        </Line>
      </p>
    </div>
  )
}

const Line = ({ colour, children }: { colour: string; children: React.ReactNode }) => (
  <span>
    <span aria-hidden className="mr-1 inline-block w-3.5 border-t-2 align-middle" style={{ borderColor: colour }} />
    {children}
  </span>
)
