import { leastPower, mostPower } from '@finlist/contract/movers'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'

const powers = Array.from({ length: mostPower - leastPower + 1 }, (_, at) => leastPower + at)
const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact' })

type Props = { power: number; onRelease: (power: number) => void }

/** The least volume as a power of ten, reported when the slider is released. */
export function VolumeSlider({ power, onRelease }: Props) {
  const t = useTranslation('movers')
  const [at, setAt] = useState(power)
  const slider = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const field = slider.current
    const released = () => onRelease(Number(field?.value))
    // React's onChange fires at every step; the browser's `change` fires on release.
    field?.addEventListener('change', released)
    return () => field?.removeEventListener('change', released)
  }, [onRelease])
  const shares = (of: number) => t('shares', { shares: whole.format(10 ** of) })
  return (
    <div className="mb-5 max-w-md">
      <div className="flex items-baseline justify-between gap-3 text-13">
        <label htmlFor="min-volume" className="font-strong">
          {t('min-volume')}
        </label>
        <output htmlFor="min-volume" className="figures">
          {shares(at)}
        </output>
      </div>
      <input
        ref={slider}
        id="min-volume"
        type="range"
        min={leastPower}
        max={mostPower}
        step={1}
        value={at}
        aria-valuetext={shares(at)}
        onChange={({ target }) => setAt(Number(target.value))}
        className="mt-1 h-11 w-full cursor-pointer accent-accent md:h-7"
      />
      <div aria-hidden className="figures flex justify-between text-12 text-faded">
        {powers.map(of => (
          <span key={of} className={`w-8 text-center ${of === at ? 'font-strong text-ink' : ''}`}>
            {short.format(10 ** of)}
          </span>
        ))}
      </div>
    </div>
  )
}
