import { useId } from 'react'

type Props<V extends string> = {
  legend: string
  options: readonly { value: V; label: string; lang?: string }[]
  value: V
  onChange: (value: V) => void
}

/** A few options side by side, of which one is selected. */
export function SegmentedControl<V extends string>({ legend, options, value, onChange }: Props<V>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-13 font-strong">{legend}</legend>
      <div className="inline-flex max-w-full flex-wrap rounded-md border border-edge p-0.5">
        {options.map(option => (
          <label
            key={option.value}
            lang={option.lang}
            className="flex min-h-10 cursor-pointer items-center rounded-sm px-3 text-14 text-faded has-checked:bg-accent has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent md:min-h-7 md:text-13"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
