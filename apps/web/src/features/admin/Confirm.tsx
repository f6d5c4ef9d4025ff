import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'

type Props = { title: string; yesLabel: string; onAnswer: (yes: boolean) => void; children: ReactNode }

/** Load it lazily. Asks before something that is not easily undone; Escape says no. */
export default function Confirm({ title, yesLabel, onAnswer, children }: Props) {
  const t = useTexts('admin')
  return (
    <Base.Root open onOpenChange={now => !now && onAnswer(false)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Base.Popup className="fixed top-1/2 left-1/2 z-50 w-[calc(100vw-2rem)] max-w-112 -translate-x-1/2 -translate-y-1/2 rounded-md bg-raised p-5 text-ink shadow-float">
          <Base.Title className="text-16 font-strong">{title}</Base.Title>
          <Base.Description render={<div />} className="mt-2 text-14 [overflow-wrap:anywhere]">
            {children}
          </Base.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <Base.Close className={buttonClass('plain', 'min-w-24')}>{t('cancel')}</Base.Close>
            <button type="button" className={buttonClass('main', 'min-w-24')} onClick={() => onAnswer(true)}>
              {yesLabel}
            </button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
