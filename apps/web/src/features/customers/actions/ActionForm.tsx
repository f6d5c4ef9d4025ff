import { reasonChars } from '@finlist/contract/staff/customer-actions'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'

type Props = {
  form: {
    props: ComponentProps<'form'>
    field: (name: 'reason') => Pick<ComponentProps<typeof TextArea>, 'name' | 'value' | 'wrong' | 'onChange'>
    isSending: boolean
    refusal: string | undefined
  }
  /** A sentence that states the effect of the action; undefined while a value is missing. */
  sentence: string | undefined
  confirmLabel: string
  onClose: () => void
  children?: ReactNode
}

/** The fields of an action, the reason for it, its effect, and the button that runs it. */
export function ActionForm({ form, sentence, confirmLabel, onClose, children }: Props) {
  const t = useTranslation('customers')
  const { isSending, refusal } = form
  return (
    <form {...form.props}>
      <fieldset disabled={isSending} className="grid min-w-0 gap-4">
        {children}
        <TextArea
          label={t('reason')}
          rows={2}
          required
          maxLength={reasonChars.max}
          placeholder={t('reason.hint')}
          {...form.field('reason')}
        />
      </fieldset>
      <output className="mt-4 block border-l-2 border-accent bg-wash px-3 py-2 text-14 wrap-anywhere">
        {sentence ?? <span className="text-faded">{t('action.incomplete')}</span>}
      </output>
      <div role="alert">
        {refusal && <p className="mt-3 border-l-2 border-wrong bg-wash px-3 py-2 text-14 text-wrong">{refusal}</p>}
      </div>
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button disabled={isSending} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="main" disabled={isSending}>
          {isSending ? t('working') : confirmLabel}
        </Button>
      </div>
    </form>
  )
}
