import {
  createFilterSet,
  type FilterSet,
  type FinderFilter,
  maxFilterSets,
  updateFilterSet,
} from '@finlist/contract/finder'
import { type FormEvent, useState } from 'react'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { showAlert } from '../../parts/show-alert.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refreshSets } from './queries.ts'

type Props = {
  sets: readonly FilterSet[]
  filters: readonly FinderFilter[]
  onSaved: (id: number) => void
  onClose: () => void
}

const newSet = 'new'

/** Load it lazily. Keeps the filters as a new set, or over another one. A failure is written to the console. */
export default function SaveAsDialog({ sets, filters, onSaved, onClose }: Props) {
  const t = useTranslation('finder')
  const [target, setTarget] = useState('')
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const over = sets.find(set => String(set.finderFilterSetId) === target)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (target === '') return
    if (target === newSet && name.trim() === '') return showAlert(t('name.invalid'))
    setBusy(true)
    try {
      const body = { finderFilterSetName: over?.finderFilterSetName ?? name.trim(), filters: [...filters] }
      if (over) await request(updateFilterSet, { params: { id: over.finderFilterSetId }, body })
      const id = over ? over.finderFilterSetId : (await request(createFilterSet, { body })).finderFilterSetId
      await refreshSets()
      onSaved(id)
    } catch (error) {
      console.error(error)
      setBusy(false)
    }
  }
  return (
    <Dialog open narrow onClose={onClose} title={t('save-as.title')} closeLabel={t('close')}>
      <form noValidate onSubmit={event => void submit(event)} className="grid gap-4">
        <SelectField
          label={t('save-as.where')}
          required
          value={target}
          empty={t('save-as.choose')}
          onChange={event => setTarget(event.target.value)}
          wrong={tried && target === '' ? t('save-as.required') : undefined}
          options={[
            { value: newSet, label: t('save-as.new'), disabled: sets.length >= maxFilterSets },
            ...sets.map(set => ({
              value: String(set.finderFilterSetId),
              label: t('save-as.over', { name: set.finderFilterSetName }),
            })),
          ]}
        />
        {target === newSet && (
          <TextField
            label={t('name')}
            required
            maxLength={60}
            value={name}
            onChange={event => setName(event.target.value)}
            wrong={tried && name.trim() === '' && t('name.invalid')}
          />
        )}
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={busy} className="max-md:flex-1">
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
