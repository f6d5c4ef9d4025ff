import { type UploadRecord, uploadedFile } from '@finlist/contract/staff/admin'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { requestFile } from '../../api/request-file.ts'
import { failureText } from '../../components/failure-text.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { formatBytes } from './format.ts'

/** Download links for the original files. */
export function UploadHistoryFiles({ record: { uploadId, files } }: { record: UploadRecord }) {
  const t = useTranslation('admin')
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async ({ field, name }: { field: string; name: string }) =>
      save(await requestFile(uploadedFile, { params: { uploadId, field } }), name),
    onError: error => void showAlert(t('said.failed', { message: failureText(error, t) })),
  })
  return (
    <ul>
      {files.map(({ field, name, bytes, isKept }) => (
        <li key={field}>
          <button
            type="button"
            disabled={saving.isPending || !isKept}
            title={isKept ? undefined : t('original-gone')}
            onClick={() => saving.mutate({ field, name })}
            className="flex min-h-11 max-w-full items-center gap-1.5 text-start text-accent hover:underline disabled:opacity-55 md:min-h-0"
          >
            <Download size={14} aria-hidden className="shrink-0" />
            <span className="sr-only">{t('save')} </span>
            <span className="min-w-0 truncate" title={name}>
              {name}
            </span>
            <span className="shrink-0 text-12 text-faded">{formatBytes(bytes)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Some browsers read the address only after `click` has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
