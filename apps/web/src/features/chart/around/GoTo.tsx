import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import Dialog from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Aim } from './use-aim.ts'

type Props = { newest: string; onGo: (aim: Aim) => void; onClose: () => void }

/** The earliest day that the field accepts. The chart may have no bars that old. */
const oldest = '1900-01-01'

/** Prompts for a day, or for the first and last day of a range. */
export function GoTo({ newest, onGo, onClose }: Props) {
  const t = useTranslation('around')
  const field = useRef<HTMLInputElement>(null)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [isTried, setTried] = useState(false)
  const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day) && day >= oldest && day <= newest
  const wrong = isDay(from) ? undefined : t('go.day-wrong')
  const wrongEnd = to === '' ? undefined : !isDay(to) ? t('go.day-wrong') : to < from ? t('go.end-wrong') : undefined
  const go = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong) return field.current?.focus()
    if (wrongEnd) return
    onGo({ from, ...(to && { to }) })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t('go.title')} closeLabel={t('close')} narrow initialFocus={field}>
      <form noValidate onSubmit={go} className="grid gap-4">
        <TextField
          ref={field}
          type="date"
          label={t('go.from')}
          min={oldest}
          max={newest}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          wrong={isTried ? wrong : undefined}
        />
        <TextField
          type="date"
          label={t('go.to')}
          hint={t('go.to-hint')}
          min={from || oldest}
          max={newest}
          value={to}
          onChange={({ target }) => setTo(target.value)}
          wrong={isTried ? wrongEnd : undefined}
        />
        <Button type="submit" variant="main" className="justify-self-end">
          {t('go')}
        </Button>
      </form>
    </Dialog>
  )
}
