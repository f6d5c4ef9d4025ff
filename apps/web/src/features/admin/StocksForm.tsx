import { uploadStocks } from '@finlist/contract/admin'
import { stockColumns } from '@finlist/contract/upload-columns'
import type { ExchangeId } from '@finlist/domain/markets'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { ExchangeField } from './ExchangeField.tsx'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function StocksForm() {
  const t = useTranslation('admin')
  const form = useFileForm({
    empty: { exchange: '' },
    files: ['stockCsv'],
    check: ({ exchange }) => ({ exchange: !exchange && 'missing.exchange' }),
    send: ({ exchange }, files, { dryRun, ...sending }) =>
      request(uploadStocks, { query: { exchange: exchange as ExchangeId, dryRun }, files, ...sending }),
  })
  return (
    <FileForm id="stocks" form={form} help={[{ title: t('file.stockCsv'), columns: stockColumns }]}>
      <ExchangeField {...form.field('exchange')} />
      <FileField label={t('file.stockCsv')} {...form.file('stockCsv')} />
    </FileForm>
  )
}
