import { uploadShareholdings } from '@finlist/contract/shareholding'
import { shareholdingColumns } from '@finlist/contract/upload-columns'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function ShareholdingForm() {
  const t = useTranslation('admin')
  const form = useFileForm({
    empty: {},
    files: ['shareholdingCsv'],
    check: () => ({}),
    send: (_, files, { dryRun, ...sending }) => request(uploadShareholdings, { query: { dryRun }, files, ...sending }),
  })
  return (
    <FileForm id="shareholding" form={form} help={[{ title: t('file.shareholdingCsv'), columns: shareholdingColumns }]}>
      <FileField label={t('file.shareholdingCsv')} {...form.file('shareholdingCsv')} />
    </FileForm>
  )
}
