import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { buttonClass } from '../button.tsx'

type Props = {
  title: string
  yesLabel: string
  /** Omitted for a dialog that merely informs and has only the yes button. */
  noLabel?: string | undefined
  /** Whether the action is hard to undo. */
  grave?: boolean
  busy?: boolean
  onAnswer: (yes: boolean) => void
  children: ReactNode
}

/** Lazy-loaded. Asks for confirmation before an action; Escape answers no. */
export default function ConfirmDialog({ title, yesLabel, noLabel, grave, busy, onAnswer, children }: Props) {
  const yesClass = grave ? buttonClass('plain', 'border-wrong! text-wrong!') : buttonClass('main')
  return (
    <Base.Root open onOpenChange={now => !now && !busy && onAnswer(false)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Base.Popup className="fixed top-1/2 left-1/2 z-50 max-h-[92dvh] w-[calc(100vw-2rem)] max-w-112 -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md bg-raised p-5 text-ink shadow-float">
          <Base.Title className="text-16 font-strong wrap-anywhere">{title}</Base.Title>
          <Base.Description render={<div />} className="mt-2 grid gap-2 text-14 wrap-anywhere">
            {children}
          </Base.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            {noLabel && (
              <Base.Close disabled={busy} className={buttonClass('plain', 'max-md:flex-1')}>
                {noLabel}
              </Base.Close>
            )}
            <button
              type="button"
              disabled={busy}
              className={`${yesClass} max-md:flex-1`}
              onClick={() => onAnswer(true)}
            >
              {yesLabel}
            </button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
