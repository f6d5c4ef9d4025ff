import { type ChartToSave, type ListedChart, saveChart } from '@finlist/contract/charts/chart-storage'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCallForm } from '../../../components/use-call-form.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import Dialog from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { chartList, own } from './queries.ts'

type Props = {
  name: string
  /** Returns the content to save under the name. */
  chart: () => Omit<ChartToSave, 'name'>
  /** `over`: the id of the chart with the same name, which is replaced. */
  onSave: (chart: ChartToSave, over: number | undefined) => Promise<void>
  onClose: () => void
}

/** Lazy-loaded. Saves the chart under a name. If another chart has that name, replaces it after confirmation. */
export default function SaveDialog({ name: given, chart, onSave, onClose }: Props) {
  const t = useTranslation('chart-file')
  const tChart = useTranslation('chart')
  const queries = useQueryClient()
  const [taken, setTaken] = useState<ListedChart>()
  const form = useCallForm(saveChart, {
    start: { name: given },
    ask: ({ name }) => ({ query: own, body: { name, ...chart() } }),
    send: async ({ body }) => {
      const charts = await queries.fetchQuery({ ...chartList(), staleTime: 0 }).then(
        ({ data }) => data,
        () => [],
      )
      const found = charts.find(({ name }) => name === body.name)
      if (found && found.id !== taken?.id) setTaken(found)
      else await onSave(body, found?.id)
    },
  })
  const { onChange, ...name } = form.field('name')
  return (
    <Dialog open narrow onClose={onClose} title={tChart('save-as')} closeLabel={t('close')}>
      <form {...form.props} className="grid gap-4">
        <TextField
          label={t('chart.name')}
          required
          maxLength={100}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          {...name}
          onChange={event => {
            onChange(event)
            setTaken(undefined)
          }}
          wrong={name.wrong ?? (taken && t('chart.name.taken'))}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {tChart('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={form.isSending} className="max-md:flex-1">
            {taken ? t('save.replace') : tChart('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
