import { uploadPatterns } from '@finlist/contract/admin'
import { patternColumns } from '@finlist/contract/upload-columns'
import type { ExchangeId } from '@finlist/domain/markets'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { ExchangeField } from './ExchangeField.tsx'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function PatternsForm() {
  const t = useTranslation('admin')
  const form = useFileForm({
    empty: { exchange: '' },
    files: ['patternsCsv'],
    check: ({ exchange }) => ({ exchange: !exchange && 'missing.exchange' }),
    send: ({ exchange }, files, { dryRun, ...sending }) =>
      request(uploadPatterns, { query: { exchange: exchange as ExchangeId, dryRun }, files, ...sending }),
  })
  return (
    <FileForm id="patterns" form={form} help={[{ title: t('file.patternsCsv'), columns: patternColumns }]}>
      <ExchangeField {...form.field('exchange')} />
      <FileField label={t('file.patternsCsv')} {...form.file('patternsCsv')} />
    </FileForm>
  )
}
