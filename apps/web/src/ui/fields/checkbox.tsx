import type { ComponentProps, ReactNode } from 'react'

export function Checkbox({ label, className = '', ...props }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={`flex min-h-11 cursor-pointer items-center gap-3 text-14 md:min-h-9 ${className}`}>
      <input type="checkbox" className="size-4.5 shrink-0 accent-accent" {...props} />
      {/* Not in an element: Orca would read an element within the label a second time, after the control. */}
      {typeof label === 'string' ? label : <span>{label}</span>}
    </label>
  )
}
