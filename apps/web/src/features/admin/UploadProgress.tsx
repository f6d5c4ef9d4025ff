import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { Upload } from './use-upload.ts'

/** Shows the percentage sent, and then that the server is processing the upload. */
export function UploadProgress({ upload: { sent, dryRun, cancel } }: { upload: Upload }) {
  const t = useTranslation('admin')
  const place = useRef<HTMLDivElement>(null)
  // The pressed button is now disabled and has lost the focus.
  useEffect(() => place.current?.focus(), [])
  const percent = Math.floor(sent * 100)
  const sending = sent < 1
  return (
    <div ref={place} tabIndex={-1} className="mt-5 flex items-center gap-4 outline-none">
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-4 text-13">
          <output>{t(sending ? 'sending' : dryRun ? 'checking' : 'saving')}</output>
          {sending && <span className="figures">{t('percent', { percent })}</span>}
        </p>
        <progress
          aria-label={t('progress')}
          max={100}
          {...(sending && { value: percent })}
          className={`mt-1.5 block h-1 w-full appearance-none overflow-hidden rounded-sm [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent ${sending ? 'bg-wash [&::-webkit-progress-bar]:bg-wash' : 'animate-pulse bg-accent [&::-webkit-progress-bar]:bg-accent'}`}
        />
      </div>
      {sending && <Button onClick={cancel}>{t('cancel')}</Button>}
    </div>
  )
}
