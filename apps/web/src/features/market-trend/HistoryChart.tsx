import { languages } from '@finlist/i18n/languages'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { formatDay } from '../../components/market-dates.ts'
import { formatLevel } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Section } from '../../ui/section.tsx'
import type { Band } from './bands.ts'
import type { ChartGroup } from './chart-group.ts'
import { drawHistory, type HistoryDrawing } from './draw-history.ts'
import type { Measure } from './measures.ts'
import { formatCount, formatSigned, type SeriesName, series } from './series.ts'

type Values = readonly (number | null)[]
type Props = {
  title: string
  dates: readonly string[]
  pair: readonly { name: SeriesName; values: Values }[]
  /** The measure to draw, derived from the pair of series. */
  measure: Measure
  index: { symbol: string; values: Values }
  bands: readonly Band[]
  group: ChartGroup
  /** The index of the selected day. It may have been selected in another chart of the group. */
  at: number | undefined
  onPoint: (at: number | undefined) => void
}

/**
 * The history of a measure, drawn in front of the index and the market's states. Arrow keys move through the days, and
 * each day is announced.
 */
export default function HistoryChart({ title, dates, pair, measure, index, bands, group, at, onPoint }: Props) {
  const t = useTranslation('market-trend')
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<HistoryDrawing>(undefined)
  const hovered = useRef(false)
  const [saidDay, setSaidDay] = useState<number>()
  const spoken = currentLanguage()
  const picture = useMemo(
    () => ({
      dates,
      measure,
      index: index.values,
      bands: bands.map(band => ({ ...band, letter: t(`letter.${band.trend}`) })),
    }),
    [dates, measure, index, bands, t],
  )

  useEffect(() => {
    if (!place.current) return
    const drawn = drawHistory(place.current, picture, {
      locale: languages[spoken].locale,
      onPoint: pointed => hovered.current && onPoint(pointed),
      onRange: range => group.moved(drawing.current, range),
    })
    drawing.current = drawn
    const leave = group.join(drawn)
    return () => {
      leave()
      drawn.remove()
    }
  }, [picture, spoken, group, onPoint])
  useEffect(() => {
    if (!hovered.current) drawing.current?.pointAt(at)
  }, [at])

  const shown = at ?? dates.length - 1
  const bandOf = (day: number) => bands.find(({ from, to }) => from <= day && day <= to)
  const indexOn = (day: number) => `${index.symbol} ${index.values[day] == null ? '–' : formatLevel(index.values[day])}`
  const measured = (day: number) => {
    const value = measure.values[day] ?? null
    return `${t(`measure.${measure.name}`)} ${value === null ? '–' : `${formatSigned(value, measure.around)}%`}`
  }
  const stateOn = (day: number) => {
    const found = bandOf(day)
    return found ? [t(`state.${found.trend}`)] : []
  }
  const inWords = (day: number) =>
    [
      formatDay(dates[day]!),
      ...pair.map(({ name, values }) => `${t(`series.${name}`)} ${formatCount(values[day] ?? null)}`),
      measured(day),
      indexOn(day),
      ...stateOn(day),
    ].join(', ')
  const walk = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: shown - 1,
      ArrowRight: at === undefined ? shown : shown + 1,
      Home: 0,
      End: dates.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(to, 0), dates.length - 1)
    hovered.current = false
    onPoint(next)
    setSaidDay(next)
  }
  return (
    <Section title={title}>
      <div
        aria-hidden
        className="flex min-h-10 flex-wrap items-center gap-x-3 py-1 text-12 tabular-nums max-md:min-h-13"
      >
        <span className="font-strong">{formatDay(dates[shown]!, 'short')}</span>
        <span className="font-strong">
          <Line colour={measure.around === 'zero' ? 'var(--up)' : 'var(--accent)'} />
          {measure.around === 'zero' && <Line colour="var(--down)" />}
          {measured(shown)}
        </span>
        {pair.map(({ name, values }) => (
          <span key={name}>
            <span style={{ color: series[name].colour }}>{series[name].sign} </span>
            {t(`series.${name}`)} <b className="font-strong">{formatCount(values[shown] ?? null)}</b>
          </span>
        ))}
        <span className="text-faded">
          <Line colour="var(--ink)" />
          {indexOn(shown)}
        </span>
        {stateOn(shown).map(state => (
          <span key={state} className="text-faded">
            {state}
          </span>
        ))}
      </div>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="application"
        aria-label={t('chart.label', { title })}
        tabIndex={0}
        onKeyDown={walk}
        onPointerEnter={() => {
          hovered.current = true
        }}
        onPointerLeave={() => {
          hovered.current = false
          onPoint(undefined)
        }}
        className="relative h-56"
        ref={place}
      />
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <output className="sr-only">{saidDay !== undefined && dates[saidDay] && inWords(saidDay)}</output>
    </Section>
  )
}

const Line = ({ colour }: { colour: string }) => (
  <span className="mr-1 inline-block w-3 border-t-2 align-middle" style={{ borderColor: colour }} />
)
