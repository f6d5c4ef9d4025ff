import { type ReactNode, useId, useState } from 'react'

/** A word with an explanation that is shown on hover, focus or tap, and dismissed by Escape. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <span className="relative inline-flex" onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        aria-describedby={id}
        className="inline-flex cursor-help"
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={event => event.key === 'Escape' && setOpen(false)}
      >
        {children}
      </button>
      <span
        role="tooltip"
        id={id}
        hidden={!open}
        className="absolute top-full left-0 z-20 mt-1.5 w-max max-w-60 rounded-sm bg-ink px-2 py-1 text-12 text-paper shadow-float"
      >
        {text}
      </span>
    </span>
  )
}
