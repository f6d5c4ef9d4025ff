import { uploadMovers } from '@finlist/contract/movers'
import { moversColumns } from '@finlist/contract/upload-columns'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { TextField } from '../../ui/text-field.tsx'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function MoversForm() {
  const t = useTranslation('admin')
  const form = useFileForm({
    empty: { takenAt: '' },
    files: ['moversCsv'],
    spent: ['takenAt'],
    check: () => ({}),
    send: ({ takenAt }, files, { dryRun, ...sending }) =>
      request(uploadMovers, { query: { ...(takenAt && { takenAt }), dryRun }, files, ...sending }),
  })
  return (
    <FileForm id="movers" form={form} help={[{ title: t('file.moversCsv'), columns: moversColumns }]}>
      <TextField type="datetime-local" label={t('taken-at')} hint={t('taken-at-hint')} {...form.field('takenAt')} />
      <FileField label={t('file.moversCsv')} {...form.file('moversCsv')} />
    </FileForm>
  )
}
