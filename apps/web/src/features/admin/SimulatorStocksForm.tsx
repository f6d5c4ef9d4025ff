import { uploadSimulatorStocks } from '@finlist/contract/admin'
import { simulatorStockColumns } from '@finlist/contract/upload-columns'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function SimulatorStocksForm() {
  const t = useTranslation('admin')
  const form = useFileForm({
    empty: {},
    files: ['simulatorStocksCsv'],
    check: () => ({}),
    send: (_, files, { dryRun, ...sending }) =>
      request(uploadSimulatorStocks, { query: { dryRun }, files, ...sending }),
  })
  return (
    <FileForm
      id="simulator-stocks"
      form={form}
      help={[{ title: t('file.simulatorStocksCsv'), columns: simulatorStockColumns }]}
    >
      <FileField label={t('file.simulatorStocksCsv')} {...form.file('simulatorStocksCsv')} />
    </FileForm>
  )
}
