import { uploadMarketTrend } from '@finlist/contract/market-trend'
import { marketTrendColumns } from '@finlist/contract/upload-columns'
import type { ExchangeId } from '@finlist/domain/markets'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ExchangeField } from './ExchangeField.tsx'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function MarketTrendForm() {
  const t = useTranslation('admin')
  const form = useFileForm({
    empty: { exchange: '', issueDate: '' },
    files: ['marketTrendDetailCsv'],
    check: ({ exchange, issueDate }) => ({
      exchange: !exchange && 'missing.exchange',
      issueDate: !issueDate && 'missing.issueDate',
    }),
    send: ({ exchange, issueDate }, files, { dryRun, ...sending }) =>
      request(uploadMarketTrend, { query: { exchange: exchange as ExchangeId, issueDate, dryRun }, files, ...sending }),
  })
  return (
    <FileForm
      id="markettrend"
      form={form}
      help={[{ title: t('file.marketTrendDetailCsv'), columns: marketTrendColumns }]}
    >
      <ExchangeField {...form.field('exchange')} />
      <TextField type="date" label={t('issue-date')} required {...form.field('issueDate')} />
      <FileField label={t('file.marketTrendDetailCsv')} {...form.file('marketTrendDetailCsv')} />
    </FileForm>
  )
}
