import type { ListedChart } from '@finlist/contract/chart-storage'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import Dialog from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { chartList } from '../queries.ts'

type Props = {
  name: string
  /** `over`: the id of the chart of that name to be replaced. */
  onSave: (name: string, over: number | undefined) => Promise<void>
  onClose: () => void
}

/** Load it lazily. Saves the chart under a name; replaces another chart of that name after a question. */
export default function SaveDialog({ name: given, onSave, onClose }: Props) {
  const t = useTranslation('chart')
  const [name, setName] = useState(given)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const [taken, setTaken] = useState<ListedChart>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '') return
    setBusy(true)
    const charts = await queries.fetchQuery({ ...chartList(), staleTime: 0 }).then(
      ({ data }) => data,
      () => [],
    )
    const found = charts.find(chart => chart.name === name.trim())
    if (found && found.id !== taken?.id) setTaken(found)
    else await onSave(name.trim(), found?.id)
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
          onChange={({ target }) => {
            setName(target.value)
            setTaken(undefined)
          }}
          wrong={name.trim() === '' ? tried && t('chart.name.required') : taken && t('chart.name.taken')}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={busy} className="max-md:flex-1">
            {t(taken ? 'save.replace' : 'save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
