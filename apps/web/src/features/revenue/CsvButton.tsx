import { revenueCsv } from '@finlist/contract/staff/revenue'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { requestFile } from '../../api/request-file.ts'
import { failureText } from '../../components/failure-text.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { saveFile } from '../../components/save-file.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'

/** Exports the rows of the months shown, for a spreadsheet. */
export function CsvButton({ from, to }: { from: string; to: string }) {
  const t = useTranslation('revenue')
  const saving = useMutation({
    mutationFn: () => requestFile(revenueCsv, { query: { from, to } }),
    onSuccess: file => saveFile(`revenue ${from} ${to}.csv`, file, 'text/csv'),
    onError: error => void showAlert(failureText(error, t)),
  })
  return (
    <Button disabled={saving.isPending} aria-busy={saving.isPending} onClick={() => saving.mutate()}>
      <Download size={15} aria-hidden />
      {t('csv')}
    </Button>
  )
}
