import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = ComponentProps<'textarea'> & { label: string; hint?: ReactNode; wrong?: string | undefined }

/** A labelled text field with several lines. Its error is shown below, and screen readers read it with the field. */
export function TextArea({ label, hint, wrong, id, required, className = '', ...props }: Props) {
  const own = useId()
  const fieldId = id ?? own
  return (
    <div className={className}>
      <label htmlFor={fieldId} className="mb-1 block text-13 font-strong">
        {label}
      </label>
      <textarea
        id={fieldId}
        rows={4}
        aria-required={required}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong || hint ? `${fieldId}-note` : undefined}
        className="block field-sizing-content min-h-24 w-full rounded-md border border-edge bg-raised px-3 py-2 text-16 text-ink disabled:bg-panel disabled:text-faded aria-invalid:border-wrong md:text-14"
        {...props}
      />
      {(wrong || hint) && (
        <p id={`${fieldId}-note`} className={`mt-1 text-13 ${wrong ? 'text-wrong' : 'text-faded'}`}>
          {wrong || hint}
        </p>
      )}
    </div>
  )
}
