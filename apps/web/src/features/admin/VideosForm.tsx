import { uploadVideos } from '@finlist/contract/education'
import { videoColumns } from '@finlist/contract/upload-columns'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function VideosForm() {
  const t = useTranslation('admin')
  const form = useFileForm({
    empty: {},
    files: ['videosCsv'],
    check: () => ({}),
    send: (_, files, { dryRun, ...sending }) => request(uploadVideos, { query: { dryRun }, files, ...sending }),
  })
  return (
    <FileForm id="videos" form={form} help={[{ title: t('file.videosCsv'), columns: videoColumns }]}>
      <FileField label={t('file.videosCsv')} {...form.file('videosCsv')} />
    </FileForm>
  )
}
