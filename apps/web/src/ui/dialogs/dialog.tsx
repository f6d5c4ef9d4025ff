import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useId, useState } from 'react'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  narrow?: boolean
  /** The element that gets the initial focus instead of the close button. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * Lazy-loaded. Closed by Escape or a press on the backdrop; the focus then returns to where it was. `narrow`: for short
 * forms.
 */
export default function Dialog({ open, onClose, title, closeLabel, narrow = false, initialFocus, children }: Props) {
  const titleId = useId()
  const [isLong, watchLength] = useIsLong()
  return (
    <Base.Root open={open} onOpenChange={now => !now && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          {...(initialFocus && { initialFocus })}
          className={`fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-md bg-raised text-ink shadow-float transition-[opacity,translate] data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 md:inset-auto md:top-1/2 md:left-1/2 md:max-h-[84dvh] ${narrow ? 'md:w-[30rem]' : 'md:w-[44rem]'} md:max-w-[calc(100vw-3rem)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-md`}
        >
          <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5">
            <Base.Title id={titleId} className="text-16 font-strong">
              {title}
            </Base.Title>
            <Base.Close
              aria-label={closeLabel}
              className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-wash md:size-9"
            >
              <X size={18} aria-hidden />
            </Base.Close>
          </div>
          {/* Long content is a tab stop, so that it can also be scrolled by keyboard. */}
          <div
            ref={watchLength}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={isLong ? 0 : -1}
            role="document"
            aria-labelledby={titleId}
            className="overflow-y-auto overscroll-contain p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]"
          >
            <div>{children}</div>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Returns whether the element scrolls, and the ref that observes it and its content. */
function useIsLong() {
  const [isLong, setLong] = useState(false)
  const watch = useCallback((body: HTMLElement | null) => {
    if (!body) return undefined
    const observer = new ResizeObserver(() => setLong(body.scrollHeight > body.clientHeight))
    for (const element of [body, ...body.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [isLong, watch] as const
}
