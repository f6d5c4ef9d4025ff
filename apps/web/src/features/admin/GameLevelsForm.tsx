import { uploadGameLevels } from '@finlist/contract/fintrainer'
import { gameLevelColumns } from '@finlist/contract/upload-columns'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function GameLevelsForm() {
  const t = useTranslation('admin')
  const form = useFileForm({
    empty: {},
    files: ['gameLevelCsv'],
    check: () => ({}),
    send: (_, files, { dryRun, ...sending }) => request(uploadGameLevels, { query: { dryRun }, files, ...sending }),
  })
  return (
    <FileForm id="game-levels" form={form} help={[{ title: t('file.gameLevelCsv'), columns: gameLevelColumns }]}>
      <FileField label={t('file.gameLevelCsv')} {...form.file('gameLevelCsv')} />
    </FileForm>
  )
}
