import { createFilterSet, type FinderFilter } from '@finlist/contract/finder'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useCallForm } from '../../components/use-call-form.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { tellFailure } from './queries.ts'

type SetBody = { finderFilterSetName: string; filters: FinderFilter[] }
type Props = {
  title: string
  given: string
  filters: readonly FinderFilter[]
  onName: (set: SetBody) => Promise<void>
  onClose: () => void
}

/** Lazy-loaded. Prompts for a filter set's name. Rejects a blank name. Cancel has no effect. */
export default function SetNameDialog({ title, given, filters, onName, onClose }: Props) {
  const t = useTranslation('finder')
  const form = useCallForm(createFilterSet, {
    start: { finderFilterSetName: given },
    ask: ({ finderFilterSetName }) => ({ body: { finderFilterSetName, filters } }),
    onWrong: () => showAlert(t('name.invalid')),
    send: ({ body }) => onName(body),
    onDone: onClose,
    onFailed: error => tellFailure(error, t),
  })
  const { wrong: _, ...name } = form.field('finderFilterSetName')
  return (
    <Dialog open narrow onClose={onClose} title={title} closeLabel={t('close')}>
      <form {...form.props} className="grid gap-4">
        <TextField
          label={t('name')}
          required
          maxLength={60}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          {...name}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={form.isSending} className="max-md:flex-1">
            {t('ok')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
