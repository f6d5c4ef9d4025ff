import type { ComponentProps, ReactNode } from 'react'

export function Checkbox({ label, className = '', ...props }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={`flex min-h-11 cursor-pointer items-center gap-3 text-14 md:min-h-9 ${className}`}>
      <input type="checkbox" className="size-4.5 shrink-0 accent-accent" {...props} />
      {/* Text without an element is read once; Orca reads an element in a label again after the control. */}
      {typeof label === 'string' ? label : <span>{label}</span>}
    </label>
  )
}
