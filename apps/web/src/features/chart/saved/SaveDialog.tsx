import { type FormEvent, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import Dialog from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Props = { name: string; onSave: (name: string) => Promise<void>; onClose: () => void }

/** Load it lazily. Saves the chart as a new one under a name. */
export default function SaveDialog({ name: given, onSave, onClose }: Props) {
  const t = useTexts('chart')
  const [name, setName] = useState(given)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '') return
    setBusy(true)
    await onSave(name.trim())
    setBusy(false)
  }
  return (
    <Dialog open narrow onClose={onClose} title={t('save-as')} closeLabel={t('close')}>
      <form noValidate onSubmit={event => void submit(event)} className="grid gap-4">
        <TextField
          label={t('chart.name')}
          required
          maxLength={100}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={name}
          onChange={({ target }) => setName(target.value)}
          wrong={tried && name.trim() === '' && t('chart.name.required')}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" look="main" disabled={busy} className="max-md:flex-1">
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
