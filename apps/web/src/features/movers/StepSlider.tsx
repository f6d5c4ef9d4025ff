import { useEffect, useRef, useState } from 'react'

type Props = {
  id: string
  label: string
  /** The range of the slider, in steps of one. */
  least: number
  most: number
  value: number
  /** `told` describes the selected value; `mark` labels each position below the slider. */
  told: (at: number) => string
  mark: (at: number) => string
  onRelease: (value: number) => void
}

/** A slider that reports its value when it is released. */
export function StepSlider({ id, label, least, most, value, told, mark, onRelease }: Props) {
  const [at, setAt] = useState(value)
  const slider = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const field = slider.current
    const released = () => onRelease(Number(field?.value))
    // React's `onChange` fires on every step; the browser's own `change` event fires on release.
    field?.addEventListener('change', released)
    return () => field?.removeEventListener('change', released)
  }, [onRelease])
  const positions = Array.from({ length: most - least + 1 }, (_, index) => least + index)
  return (
    <div className="w-full max-w-md min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-13">
        <label htmlFor={id} className="font-strong">
          {label}
        </label>
        <output htmlFor={id} className="figures">
          {told(at)}
        </output>
      </div>
      <input
        ref={slider}
        id={id}
        type="range"
        min={least}
        max={most}
        step={1}
        value={at}
        aria-valuetext={told(at)}
        onChange={({ target }) => setAt(Number(target.value))}
        className="mt-1 h-11 w-full cursor-pointer accent-accent md:h-7"
      />
      {/* Inset by half of the thumb, which is 16 px wide, so that the thumb is centred on the marks. */}
      <div aria-hidden className="figures relative mx-2 h-4 text-12 text-faded">
        {positions.map(of => (
          <span
            key={of}
            style={{ insetInlineStart: `${((of - least) / (most - least)) * 100}%` }}
            className={`absolute w-10 -translate-x-1/2 text-center ${of === at ? 'font-strong text-ink' : ''}`}
          >
            {mark(of)}
          </span>
        ))}
      </div>
    </div>
  )
}
