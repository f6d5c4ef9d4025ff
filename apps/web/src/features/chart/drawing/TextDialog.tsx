import { longestText } from '@finlist/domain/chart/drawings'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import Dialog from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useWords } from './use-words.ts'

type Props = {
  name: string
  /** The present text; omitted for a new one. */
  before?: string | undefined
  onText: (text: string) => void
  onClose: () => void
}

/** Prompts for the wording of a text on the chart. */
export function TextDialog({ name, before, onText, onClose }: Props) {
  const { t } = useWords()
  const [text, setText] = useState(before ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onText(text.trim())
  }
  return (
    <Dialog open narrow onClose={onClose} title={name} closeLabel={t('text.cancel')}>
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
            {t('text.cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={text.trim() === ''} className="max-md:flex-1">
            {t(before === undefined ? 'text.place' : 'text.change')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
