import type { ComponentProps, ReactNode } from 'react'
import { keepingFocus } from '../../ui/button.tsx'

type Props = Omit<ComponentProps<'button'>, 'children'> & { label: string; on?: boolean; children?: ReactNode }

/** A small button of the chart. It looks pressed while `on`. Without children, it shows its label. */
export const ToolButton = ({ label, on, children, className = '', ...props }: Props) => (
  <button
    type="button"
    aria-label={children ? label : undefined}
    title={children ? label : undefined}
    aria-pressed={on}
    className={`inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-sm px-2 text-13 whitespace-nowrap text-ink hover:usable:bg-wash aria-disabled:cursor-default aria-disabled:opacity-40 aria-pressed:bg-accent-wash aria-pressed:font-strong aria-pressed:text-accent md:min-h-8 md:min-w-8 ${className}`}
    {...keepingFocus(props)}
  >
    {children ?? label}
  </button>
)

/** A few alternatives, one of them selected. */
export function ToolChoice<V extends string>({
  label,
  options,
  value,
  onChange,
  wraps = false,
}: {
  label: string
  options: readonly { value: V; label: string }[]
  value: V | undefined
  onChange: (value: V) => void
  /** Whether the options wrap onto more lines if they do not fit on one. */
  wraps?: boolean
}) {
  return (
    <fieldset className={`flex items-center ${wraps ? 'min-w-0 flex-wrap' : 'shrink-0'}`}>
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <ToolButton
          key={option.value}
          label={option.label}
          on={option.value === value}
          onClick={() => onChange(option.value)}
        />
      ))}
    </fieldset>
  )
}

/** One of many options, in a menu that shows the selected one. */
export const ToolSelect = <V extends string>({
  label,
  options,
  value,
  onChange,
  className = '',
}: {
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
  className?: string
}) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value as V)}
    className={`min-h-11 max-w-full shrink-0 cursor-pointer rounded-sm bg-transparent px-1 text-16 text-ink hover:bg-wash md:min-h-8 md:text-13 ${className}`}
  >
    {options.map(option => (
      <option key={option.value} value={option.value} className="bg-raised">
        {option.label}
      </option>
    ))}
  </select>
)
