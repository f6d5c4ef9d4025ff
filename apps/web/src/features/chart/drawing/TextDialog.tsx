import { longestText } from '@finlist/domain/chart/drawings'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import Dialog from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** Load it lazily. Asks for the content of a text on the chart. */
export default function TextDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const t = useTranslation('chart')
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onText(text.trim())
  }
  return (
    <Dialog open narrow onClose={onClose} title={t('tool.text')} closeLabel={t('close')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('text')}
          maxLength={longestText}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={text.trim() === ''} className="max-md:flex-1">
            {t('text.place')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
