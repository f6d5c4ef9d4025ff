import { uploadFinList } from '@finlist/contract/admin'
import { fundamentalColumns, pickColumns } from '@finlist/contract/upload-columns'
import type { ExchangeId } from '@finlist/domain/markets'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ExchangeField } from './ExchangeField.tsx'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function FinListForm() {
  const t = useTranslation('admin')
  const form = useFileForm({
    empty: { exchange: '', issueDate: '' },
    files: ['finListCsv', 'finListFundamentalCsv'],
    check: ({ exchange, issueDate }) => ({
      exchange: !exchange && 'missing.exchange',
      issueDate: !issueDate && 'missing.issueDate',
    }),
    send: ({ exchange, issueDate }, files, { dryRun, ...sending }) =>
      request(uploadFinList, { query: { exchange: exchange as ExchangeId, issueDate, dryRun }, files, ...sending }),
  })
  const help = [
    { title: t('file.finListCsv'), columns: pickColumns },
    { title: t('file.finListFundamentalCsv'), columns: fundamentalColumns },
  ]
  return (
    <FileForm id="finlist" form={form} help={help}>
      <ExchangeField {...form.field('exchange')} />
      <TextField type="date" label={t('issue-date')} required {...form.field('issueDate')} />
      <FileField label={t('file.finListCsv')} {...form.file('finListCsv')} />
      <FileField label={t('file.finListFundamentalCsv')} {...form.file('finListFundamentalCsv')} />
    </FileForm>
  )
}
