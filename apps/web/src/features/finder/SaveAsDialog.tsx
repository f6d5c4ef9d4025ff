import {
  createFilterSet,
  type FilterSet,
  type FinderFilter,
  maxFilterSets,
  updateFilterSet,
} from '@finlist/contract/finder'
import { request } from '../../api/request.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useCallForm } from '../../components/use-call-form.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { refreshSets, tellFailure } from './queries.ts'

type Props = {
  sets: readonly FilterSet[]
  filters: readonly FinderFilter[]
  onSaved: (id: number) => void
  onClose: () => void
}

const newSet = 'new'

/** Lazy-loaded. Saves the filters as a new set, or replaces an existing set. Failures are logged to the console. */
export default function SaveAsDialog({ sets, filters, onSaved, onClose }: Props) {
  const t = useTranslation('finder')
  const setOf = (target: string) => sets.find(set => String(set.finderFilterSetId) === target)
  const form = useCallForm(createFilterSet, {
    start: { target: '', finderFilterSetName: '' },
    ask: ({ target, finderFilterSetName }) => ({
      body: { finderFilterSetName: setOf(target)?.finderFilterSetName ?? finderFilterSetName, filters },
    }),
    words: { finderFilterSetName: t('name.invalid') },
    check: ({ target }) => ({ target: target === '' && t('save-as.required') }),
    onWrong: ({ target, finderFilterSetName }) => !target && finderFilterSetName && showAlert(finderFilterSetName),
    send: async ({ body }, { target }) => {
      const id = setOf(target)?.finderFilterSetId
      if (id !== undefined) await request(updateFilterSet, { params: { id }, body })
      const saved = id ?? (await request(createFilterSet, { body })).finderFilterSetId
      await refreshSets()
      return saved
    },
    onDone: id => onSaved(id),
    onFailed: error => tellFailure(error, t),
  })
  return (
    <Dialog open narrow onClose={onClose} title={t('save-as.title')} closeLabel={t('close')}>
      <form {...form.props} className="grid gap-4">
        <SelectField
          label={t('save-as.where')}
          required
          empty={t('save-as.choose')}
          {...form.field('target')}
          options={[
            { value: newSet, label: t('save-as.new'), disabled: sets.length >= maxFilterSets },
            ...sets.map(set => ({
              value: String(set.finderFilterSetId),
              label: t('save-as.over', { name: set.finderFilterSetName }),
            })),
          ]}
        />
        {form.values.target === newSet && (
          <TextField label={t('name')} required maxLength={60} {...form.field('finderFilterSetName')} />
        )}
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
