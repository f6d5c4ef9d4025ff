import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from '../../i18n/texts.ts'

type Props = {
  title: string
  /** Whether a payment is in progress. The dialog then cannot be closed. */
  busy?: boolean
  wide?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * Lazy-loaded. The payment dialog, full screen on a phone. A click outside it does not close it, so no input is lost.
 */
export function PaymentDialog({ title, busy = false, wide = false, onClose, children }: Props) {
  const t = useTranslation('billing')
  const titleId = useId()
  const head = useRef<HTMLHeadingElement>(null)
  return (
    <Base.Root open disablePointerDismissal onOpenChange={now => !now && !busy && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Base.Popup
          aria-busy={busy}
          initialFocus={head}
          className={`fixed inset-0 z-50 flex flex-col bg-raised text-ink shadow-float outline-none after:pointer-events-none after:absolute after:inset-0 data-nested-dialog-open:after:bg-shade md:inset-auto md:overflow-hidden md:top-1/2 md:left-1/2 md:max-h-[92dvh] md:max-w-[calc(100vw-3rem)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-md ${wide ? 'md:w-[58rem]' : 'md:w-[34rem]'}`}
        >
          <div className="flex items-center justify-between gap-4 border-b border-line py-1.5 pt-[max(0.375rem,env(safe-area-inset-top))] pr-2 pl-4 md:pl-6">
            <Base.Title ref={head} id={titleId} tabIndex={-1} className="text-16 font-strong outline-none">
              {title}
            </Base.Title>
            <Base.Close
              aria-label={t('close')}
              disabled={busy}
              className="grid size-11 shrink-0 place-items-center rounded-md hover:not-disabled:bg-wash disabled:opacity-35 md:size-9"
            >
              <X size={18} aria-hidden />
            </Base.Close>
          </div>
          {/* Focusable, so that long content can also be scrolled by keyboard. */}
          <div
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            role="document"
            aria-labelledby={titleId}
            className="flex-1 overflow-y-auto overscroll-contain -outline-offset-2"
          >
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
