import type { Day } from '@finlist/domain/calendar'
import { type ReplaySpeed, replaySpeeds } from '@finlist/domain/chart/replay'
import { Pause, Play, SkipForward } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDay } from '../../../components/market-dates.ts'
import { formatPrice } from '../../../components/market-figures.tsx'
import { isPageKey } from '../../../components/price-chart/page-key.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ToolChoice } from '../ToolButton.tsx'
import type { useReplay } from './use-replay.ts'

type Props = {
  replay: ReturnType<typeof useReplay>
  /** The newest visible bar. */
  last: { date: Day; close: number } | undefined
  isDaily: boolean
  onLive: () => void
}

const keys = { step: 'Shift+ArrowRight', play: 'Shift+ArrowDown' }

/** The buttons of a replay. Their keys work wherever no text is being typed. */
export function Controls({ replay, last, isDaily, onLive }: Props) {
  const t = useTranslation('replay')
  const { atEnd, isPlaying, setPlaying, speed, setSpeed, step, failed, steps } = replay
  const latest = useRef({ step, toggle: () => undefined as void })
  useEffect(() => {
    latest.current = { step, toggle: () => !atEnd && setPlaying(!isPlaying) }
  })
  useEffect(() => {
    const gone = new AbortController()
    const press = (event: KeyboardEvent) => {
      const { key, shiftKey, altKey, defaultPrevented } = event
      if (!shiftKey || altKey || defaultPrevented || !isPageKey(event)) return
      if (key !== 'ArrowRight' && key !== 'ArrowDown') return
      event.preventDefault()
      if (key === 'ArrowRight') latest.current.step()
      else latest.current.toggle()
    }
    addEventListener('keydown', press, gone)
    return () => gone.abort()
  }, [])
  return (
    <div
      data-bottom-bar
      className="sticky short:static bottom-(--tab-bar) z-10 mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-paper py-2"
    >
      <Button
        variant="main"
        className="whitespace-nowrap max-md:flex-1 max-md:px-2"
        disabled={atEnd}
        aria-keyshortcuts={keys.step}
        title={t('step.title')}
        onClick={step}
      >
        <SkipForward size={16} aria-hidden />
        {t(isDaily ? 'step.day' : 'step.week')}
      </Button>
      <Button
        className="whitespace-nowrap max-md:flex-1 max-md:px-2"
        disabled={atEnd}
        aria-keyshortcuts={keys.play}
        title={t('play.title')}
        onClick={() => setPlaying(!isPlaying)}
      >
        {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        {t(isPlaying ? 'pause' : 'play')}
      </Button>
      <ToolChoice
        label={t('speed')}
        options={replaySpeeds.map(value => ({ value: String(value), label: t('speed.times', { times: value }) }))}
        value={String(speed)}
        onChange={value => setSpeed(Number(value) as ReplaySpeed)}
      />
      <Button variant="quiet" onClick={onLive}>
        {t('live')}
      </Button>
      <p className="text-12 text-faded max-md:hidden">{t('keys')}</p>
      <output className="text-13 empty:hidden">
        {failed !== undefined
          ? failed || t('failed')
          : atEnd
            ? t('end')
            : steps > 0 &&
              !isPlaying &&
              last && (
                <span className="sr-only">
                  {t('stepped', { date: formatDay(last.date), close: formatPrice(last.close) })}
                </span>
              )}
      </output>
    </div>
  )
}
