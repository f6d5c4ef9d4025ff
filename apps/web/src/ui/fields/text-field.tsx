import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = ComponentProps<'input'> & {
  label: ReactNode
  hint?: ReactNode
  wrong?: ReactNode
  beside?: ReactNode
  /** Whether the form relies on the browser's validation. */
  browserValidated?: boolean
}

/**
 * A labelled text field with one line. Its error is shown below, and screen readers read it with the field. `required`
 * is announced but not enforced, because screen readers announce an empty native required field as invalid before
 * anything is typed.
 */
export function TextField({
  label,
  hint,
  wrong,
  beside,
  className = '',
  id,
  required,
  browserValidated = false,
  ...props
}: Props) {
  const own = useId()
  const fieldId = id ?? own
  return (
    <div className={className}>
      <label htmlFor={fieldId} className="mb-1 block text-13 font-strong">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={fieldId}
          required={browserValidated && required}
          aria-required={required}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong || hint ? `${fieldId}-note` : undefined}
          className="h-11 min-w-0 flex-1 rounded-md border border-edge bg-raised px-3 text-16 text-ink placeholder:text-faded read-only:bg-panel disabled:bg-panel disabled:text-faded aria-invalid:border-wrong md:h-9 md:text-14"
          {...props}
        />
        {beside}
      </div>
      {(wrong || hint) && (
        <p id={`${fieldId}-note`} className={`mt-1 text-13 ${wrong ? 'text-wrong' : 'text-faded'}`}>
          {wrong || hint}
        </p>
      )}
    </div>
  )
}
