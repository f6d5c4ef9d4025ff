import { reasonChars } from '@finlist/contract/customer-actions'
import { type FormEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

type Props = {
  /** The sentence that tells what will happen; undefined while something is missing. */
  sentence: string | undefined
  confirmLabel: string
  refusal: string | undefined
  isBusy: boolean
  /** Shows the errors of the fields above; returns whether there are none. */
  check: () => boolean
  onConfirm: (reason: string) => void
  onClose: () => void
  children?: ReactNode
}

/** The fields of an action, its reason, what it will do, and the button that does it. */
export function ActionForm({ sentence, confirmLabel, refusal, isBusy, check, onConfirm, onClose, children }: Props) {
  const t = useTranslation('customers')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const said = reason.trim()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const isGood = flushSync(() => {
      const isLongEnough = said.length >= reasonChars.min
      setWrong(isLongEnough ? undefined : t('reason.short', reasonChars))
      return check() && isLongEnough
    })
    if (isGood) onConfirm(said)
    else form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  return (
    <form noValidate aria-busy={isBusy} onSubmit={submit}>
      <fieldset disabled={isBusy} className="grid min-w-0 gap-4">
        {children}
        <TextArea
          label={t('reason')}
          rows={2}
          required
          maxLength={reasonChars.max}
          placeholder={t('reason.hint')}
          value={reason}
          wrong={wrong}
          onChange={({ target }) => {
            setReason(target.value)
            setWrong(undefined)
          }}
        />
      </fieldset>
      <output className="mt-4 block border-l-2 border-accent bg-wash px-3 py-2 text-14 wrap-anywhere">
        {sentence ?? <span className="text-faded">{t('action.incomplete')}</span>}
      </output>
      <div role="alert">
        {refusal && <p className="mt-3 border-l-2 border-wrong bg-wash px-3 py-2 text-14 text-wrong">{refusal}</p>}
      </div>
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button disabled={isBusy} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="main" disabled={isBusy}>
          {isBusy ? t('working') : confirmLabel}
        </Button>
      </div>
    </form>
  )
}
