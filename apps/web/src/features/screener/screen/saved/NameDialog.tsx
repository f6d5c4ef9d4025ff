import { createScreen, type ScreenBody } from '@finlist/contract/screener'
import { useCallForm } from '../../../../components/use-call-form.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import Dialog from '../../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'

type Props = {
  title: string
  start: ScreenBody
  onName: (screen: ScreenBody) => Promise<void>
  onClose: () => void
}

/** Lazy-loaded. Asks for a screen's name. What the server finds wrong, such as too many screens, is shown at the field. */
export default function NameDialog({ title, start, onName, onClose }: Props) {
  const t = useTranslation('screener')
  const form = useCallForm(createScreen, {
    start: { name: start.name },
    ask: ({ name }) => ({ body: { ...start, name } }),
    otherwise: 'name',
    send: ({ body }) => onName(body),
    onDone: onClose,
  })
  return (
    <Dialog open narrow onClose={onClose} title={title} closeLabel={t('close')}>
      <form {...form.props} className="grid gap-4">
        <TextField
          label={t('screen.name')}
          required
          maxLength={60}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          {...form.field('name')}
          wrong={form.wrong('name') ?? form.refusal}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={form.isSending} className="max-md:flex-1">
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
