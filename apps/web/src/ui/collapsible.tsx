import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type Props = { label: string; open?: boolean; startsOpen?: boolean; className?: string; children: ReactNode }

/**
 * Content that can be expanded below its label. `open`: always expanded. `startsOpen`: expanded until the label is
 * pressed.
 */
export function Collapsible({ label, open = false, startsOpen = false, className = '', children }: Props) {
  const [pressed, setPressed] = useState(startsOpen)
  return (
    <details
      className={className}
      open={open || pressed}
      onToggle={({ currentTarget }) => setPressed(currentTarget.open)}
    >
      <summary className="-mx-1 inline-flex min-h-11 list-none items-center gap-1 rounded-sm px-1 text-13 font-strong text-accent md:min-h-8 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={15} aria-hidden className="transition-[rotate] [[open]>summary>&]:rotate-90" />
        {label}
      </summary>
      {children}
    </details>
  )
}
