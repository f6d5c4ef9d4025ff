import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { failureText } from '../../components/failure-text.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { saveFile } from '../../components/save-file.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { monthName } from './months.ts'

export type FetchStatement = (month: string) => Promise<Blob>
type Props = { code: string; month: string; fetch: FetchStatement }

/** Downloads one month's sales, one per line, for a spreadsheet. */
export function StatementButton({ code, month, fetch }: Props) {
  const t = useTranslation('affiliate')
  const saving = useMutation({
    mutationFn: () => fetch(month),
    onSuccess: file => saveFile(`${code} ${month}.csv`, file, 'text/csv'),
    onError: error => void showAlert(failureText(error, t)),
  })
  return (
    <button
      type="button"
      aria-label={t('statement.of', { month: monthName(month), code })}
      disabled={saving.isPending}
      onClick={() => saving.mutate()}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-sm text-13 text-accent hover:underline disabled:opacity-55 md:min-h-8"
    >
      <Download size={14} aria-hidden />
      CSV
    </button>
  )
}
