import { addDays, type Day } from '@finlist/domain/calendar'
import type { DayBar } from '@finlist/domain/chart/spans'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'

type Props = {
  engine: ChartEngine
  bars: readonly DayBar[]
  onStart: (from: Day) => void
  onClose: () => void
}

/** Choice of the day on which a replay starts, either typed or picked by pressing a bar. */
export function ReplayStart({ engine, bars, onStart, onClose }: Props) {
  const t = useTranslation('replay')
  const newest = addDays(bars.at(-1)!.until ?? bars.at(-1)!.date, -1)
  const [from, setFrom] = useState(() => bars[Math.max(0, bars.length - Math.round(bars.length / 5) - 1)]!.date)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const origin = document.activeElement
    form.current?.querySelector('input')?.focus()
    return () => (origin as HTMLElement | null)?.focus()
  }, [])
  useEffect(() => {
    const { place } = engine
    const press = ({ clientX, clientY }: MouseEvent) => {
      const { left, top } = place.getBoundingClientRect()
      const point = engine.pointOf({ x: clientX - left, y: clientY - top })
      const day = point && new Date(point.time * 1_000).toISOString().slice(0, 10)
      if (day && day <= newest) setFrom(day)
    }
    place.addEventListener('click', press)
    return () => place.removeEventListener('click', press)
  }, [engine, newest])
  const start = (event: FormEvent) => {
    event.preventDefault()
    onStart(from)
  }
  const over = engine.place.parentElement
  if (!over) return null
  return createPortal(
    <form
      ref={form}
      onSubmit={start}
      aria-label={t('start.title')}
      className="absolute top-2 left-2 z-20 flex max-w-[min(26rem,calc(100%-5rem))] flex-wrap items-end gap-x-3 gap-y-2 rounded-md border border-line bg-raised p-3 shadow-float"
    >
      <label className="text-13">
        <span className="mb-1 block font-strong">{t('from')}</span>
        <input
          type="date"
          required
          min="1970-01-01"
          max={newest}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
          className="h-11 rounded-md border border-edge bg-raised px-3 text-16 text-ink md:h-9 md:text-14"
        />
      </label>
      <Button type="submit" variant="main">
        {t('start')}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        {t('close')}
      </Button>
      <p className="w-full text-13 text-faded">{t('start.how')}</p>
    </form>,
    over,
  )
}
