import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { showAlert } from '../../parts/show-alert.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = { title: string; given: string; onName: (name: string) => Promise<void>; onClose: () => void }

/** Load it lazily. Asks for a filter set's name; a blank name is rejected, and Cancel does nothing. */
export default function SetNameDialog({ title, given, onName, onClose }: Props) {
  const t = useTranslation('finder')
  const [name, setName] = useState(given)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return showAlert(t('name.invalid'))
    setBusy(true)
    await onName(name.trim())
    setBusy(false)
  }
  return (
    <Dialog open narrow onClose={onClose} title={title} closeLabel={t('close')}>
      <form noValidate onSubmit={event => void submit(event)} className="grid gap-4">
        <TextField
          label={t('name')}
          required
          maxLength={60}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={busy} className="max-md:flex-1">
            {t('ok')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
