import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react'
import { useCoveredStops } from '../covered-stops.ts'
import { useIsPhone } from '../is-phone.ts'

type Props = {
  title: ReactNode
  closeLabel: string
  onClose: () => void
  /** Returns the element that gets the focus when the panel is closed. */
  returnTo: () => HTMLElement | null
  onKeyDown?: (event: KeyboardEvent) => void
  beside?: ReactNode
  scroller?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/**
 * Lazy-loaded. A panel on the right, next to a list on a wide screen. On a narrower one it covers part of the list,
 * which remains usable; on a phone it fills the screen.
 */
export default function SidePanel({
  title,
  closeLabel,
  onClose,
  returnTo,
  onKeyDown,
  beside,
  scroller,
  children,
}: Props) {
  const phone = useIsPhone()
  const titleId = useId()
  const head = useRef<HTMLHeadingElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useCoveredStops(popup, !phone)
  return (
    <Base.Root open modal={phone} disablePointerDismissal onOpenChange={now => !now && onClose()}>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          initialFocus={head}
          finalFocus={returnTo}
          onKeyDown={onKeyDown}
          data-docked
          className="fixed inset-0 z-40 flex flex-col bg-raised text-ink outline-none md:top-(--header) md:left-auto md:z-20 md:w-144 md:max-w-[calc(100vw-4rem)] md:border-l md:border-line md:shadow-float"
        >
          <div className="flex items-start gap-1 border-b border-ink py-2 pr-2 pl-4 pt-[max(0.5rem,env(safe-area-inset-top))] md:pl-5">
            <Base.Title
              ref={head}
              id={titleId}
              tabIndex={-1}
              aria-live="polite"
              className="min-w-0 flex-1 self-center text-16 font-strong outline-none"
            >
              {title}
            </Base.Title>
            {beside}
            <Base.Close aria-label={closeLabel} className={panelButtonClass}>
              <X size={18} aria-hidden />
            </Base.Close>
          </div>
          {/* Focusable, so that long content can also be scrolled by keyboard. */}
          <div
            ref={scroller}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            role="document"
            aria-labelledby={titleId}
            className="flex-1 overflow-y-auto overscroll-contain px-4 pb-[max(2rem,env(safe-area-inset-bottom))] -outline-offset-2 md:px-5"
          >
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export const panelButtonClass =
  'grid size-11 shrink-0 place-items-center rounded-md text-ink hover:not-disabled:bg-wash disabled:opacity-35 md:size-9'
