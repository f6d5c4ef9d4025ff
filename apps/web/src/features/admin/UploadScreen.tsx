import type { ImportKind } from '@finlist/contract/staff/imports'
import { type ReactNode, useEffect } from 'react'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ClubLinkForm } from './ClubLinkForm.tsx'
import { FormList } from './FormList.tsx'
import { ImportForm } from './ImportForm.tsx'
import { MessageHistory } from './MessageHistory.tsx'
import { MessagesForm } from './MessagesForm.tsx'
import { SeminarForm } from './SeminarForm.tsx'
import { TrendForm } from './TrendForm.tsx'
import { UploadHistory } from './UploadHistory.tsx'
import { type FormId, isImport, useChosenForm } from './use-chosen-form.ts'
import { useIsUploading } from './use-upload.ts'

const otherForms: Record<Exclude<FormId, ImportKind>, () => ReactNode> = {
  trend: TrendForm,
  seminar: SeminarForm,
  'club-link': ClubLinkForm,
  messages: MessagesForm,
}

const withoutRecord: readonly FormId[] = ['messages', 'seminar', 'club-link']

/**
 * The forms for data and messages, one at a time. Below the form is the history of uploads or of messages, if the form
 * has one.
 */
export default function UploadScreen() {
  const t = useTranslation('admin')
  const chosen = useChosenForm()
  const busy = useIsUploading()
  useEffect(ignoreStrayDrops, [])
  return (
    <>
      <PageHeader title={t('screen.admin-upload')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 md:grid-cols-[12rem_minmax(0,44rem)]">
        <FormList chosen={chosen} busy={busy} />
        <ChosenForm key={chosen} id={chosen} />
      </div>
      {chosen === 'messages' && <MessageHistory />}
      {!withoutRecord.includes(chosen) && <UploadHistory />}
      {busy && <LeaveGuard text={t('leave.text')} />}
    </>
  )
}

function ChosenForm({ id }: { id: FormId }) {
  if (isImport(id)) return <ImportForm kind={id} />
  const Form = otherForms[id]
  return <Form />
}

/**
 * Prevents the browser from opening a file that was dropped outside its field, which would discard the page's input.
 */
function ignoreStrayDrops() {
  const gone = new AbortController()
  for (const kind of ['dragover', 'drop'] as const)
    addEventListener(
      kind,
      event => {
        if (!event.defaultPrevented && event.dataTransfer) event.dataTransfer.dropEffect = 'none'
        event.preventDefault()
      },
      gone,
    )
  return () => gone.abort()
}
