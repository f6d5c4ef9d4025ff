import { Menu as Base } from '@base-ui/react/menu'
import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

/** Load it lazily where it can be. A button of three dots, and the menu that drops from it. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const landmark = useRef<HTMLElement>(null)
  return (
    <Base.Root>
      <Base.Trigger
        ref={(button: HTMLElement | null) => {
          landmark.current = button?.closest('main') ?? document.body
        }}
        aria-label={label}
        className="grid size-11 shrink-0 place-items-center rounded-md text-faded hover:bg-wash hover:text-ink md:size-8"
      >
        <EllipsisVertical size={16} aria-hidden />
      </Base.Trigger>
      {/* In the button's own landmark, where people who navigate by landmarks find it. */}
      <Base.Portal container={landmark}>
        <Base.Positioner align="end" sideOffset={4} className="z-40">
          <Base.Popup
            aria-label={label}
            className="min-w-44 rounded-md border border-line bg-raised p-1 text-ink shadow-float outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
