import type { ImportKind } from '@finlist/contract/staff/imports'
import type { FormEvent, ReactNode } from 'react'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ColumnHelp, type Help } from './ColumnHelp.tsx'
import { UploadOutcome } from './UploadOutcome.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { type Upload, useIsUploading } from './use-upload.ts'

type Props = {
  id: ImportKind
  form: { upload: Upload; isTyped: boolean; submit: (dryRun: boolean) => Promise<void> }
  help: readonly Help[]
  children: ReactNode
}

/** Common frame of every upload form: heading, buttons, progress and outcome. */
export function FileForm({ id, form: { upload, isTyped, submit }, help, children }: Props) {
  const t = useTranslation('admin')
  const elsewhere = useIsUploading() && !upload.busy
  const busy = upload.busy || elsewhere
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(false)
  }
  return (
    <section aria-labelledby="form-title" className="min-w-0">
      <h2 id="form-title" className="text-16 font-strong">
        {t(`form.${id}`)}
      </h2>
      <p className="mt-1 mb-5 max-w-[64ch] text-14 text-faded">{t(`about.${id}`)}</p>
      <form noValidate aria-busy={busy} aria-labelledby="form-title" onSubmit={onSubmit}>
        <fieldset
          disabled={busy}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 md:grid-cols-2"
        >
          {children}
          <div className="flex flex-wrap gap-3 md:col-span-2">
            <Button type="submit" variant="main" className="max-md:flex-1 md:px-8">
              {t('upload')}
            </Button>
            <Button className="max-md:flex-1" onClick={() => void submit(true)}>
              {t('check-only')}
            </Button>
          </div>
        </fieldset>
        {upload.busy && <UploadProgress upload={upload} />}
        {elsewhere && <p className="mt-4 text-14 text-faded">{t('elsewhere')}</p>}
      </form>
      {isTyped && !busy && <LeaveGuard />}
      {upload.outcome && <UploadOutcome outcome={upload.outcome} shown={upload.shown} />}
      <div className="mt-6">
        <ColumnHelp help={help} />
      </div>
    </section>
  )
}
