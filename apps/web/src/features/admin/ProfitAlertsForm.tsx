import { uploadProfitAlerts } from '@finlist/contract/profit-alerts'
import { profitAlertColumns } from '@finlist/contract/upload-columns'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function ProfitAlertsForm() {
  const t = useTranslation('admin')
  const form = useFileForm({
    empty: {},
    files: ['profitAlertsCsv'],
    check: () => ({}),
    send: (_, files, { dryRun, ...sending }) => request(uploadProfitAlerts, { query: { dryRun }, files, ...sending }),
  })
  return (
    <FileForm id="profit-alerts" form={form} help={[{ title: t('file.profitAlertsCsv'), columns: profitAlertColumns }]}>
      <FileField label={t('file.profitAlertsCsv')} {...form.file('profitAlertsCsv')} />
    </FileForm>
  )
}
