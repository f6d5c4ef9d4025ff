import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'

type Props = ComponentProps<'select'> & {
  label: string
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** The text shown while nothing is selected. */
  empty?: string
  wrong?: string | undefined
}

/** A labelled field with a single choice. Its error is shown below, and screen readers read it with the field. */
export function SelectField({ label, options, empty, wrong, id, required, className = '', ...props }: Props) {
  const own = useId()
  const fieldId = id ?? own
  return (
    <div className={className}>
      <label htmlFor={fieldId} className="mb-1 block text-13 font-strong">
        {label}
      </label>
      <div className="relative">
        <select
          id={fieldId}
          aria-required={required}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${fieldId}-note` : undefined}
          className="h-11 w-full appearance-none truncate rounded-md border border-edge bg-raised pr-9 pl-3 text-16 text-ink disabled:bg-panel disabled:text-faded aria-invalid:border-wrong md:h-9 md:text-14"
          {...props}
        >
          {empty && <option value="">{empty}</option>}
          {options.map(option => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-faded"
        />
      </div>
      {wrong && (
        <p id={`${fieldId}-note`} className="mt-1 text-13 text-wrong">
          {wrong}
        </p>
      )}
    </div>
  )
}
