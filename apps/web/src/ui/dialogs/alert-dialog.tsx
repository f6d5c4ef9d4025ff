import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { buttonClass } from '../button.tsx'

type Props = { message: string; okLabel: string; onClose: () => void }

/** Lazy-loaded. Shows one message with an OK button. */
export default function AlertDialog({ message, okLabel, onClose }: Props) {
  return (
    <Base.Root open onOpenChange={now => !now && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Base.Popup className="fixed top-1/2 left-1/2 z-50 w-[calc(100vw-2rem)] max-w-96 -translate-x-1/2 -translate-y-1/2 rounded-md bg-raised p-5 text-ink shadow-float">
          <Base.Title className="text-16 font-normal whitespace-pre-line">{message}</Base.Title>
          <div className="mt-5 flex justify-end">
            <Base.Close className={buttonClass('main', 'min-w-24')}>{okLabel}</Base.Close>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
