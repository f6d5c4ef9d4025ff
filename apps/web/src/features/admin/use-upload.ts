import type { CallErrorEntry } from '@finlist/contract/envelope'
import type { Imported } from '@finlist/contract/staff/admin'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallError, errorMessage, isUnanswered } from '../../api/call-error.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { forgetMarketData } from './queries.ts'

export type Sending = { dryRun: 'true' | 'false'; signal: AbortSignal; onProgress: (sent: number) => void }
export type Outcome =
  | { state: 'loaded' | 'checked'; result: Imported }
  | { state: 'refused'; errors: readonly CallErrorEntry[] }
  | { state: 'cancelled' }
export type Upload = ReturnType<typeof useUpload>

type Use = {
  send: (sending: Sending) => Promise<Imported>
  onLoaded: () => void
  /** Shows the errors that belong to the form's own fields, and returns the others. */
  onRefused: (errors: readonly CallErrorEntry[]) => readonly CallErrorEntry[]
}

/**
 * One upload or dry run, from start to outcome. The outcome is shown even if the user has navigated elsewhere by
 * then.
 */
export function useUpload({ send, onLoaded, onRefused }: Use) {
  const t = useTranslation('admin')
  const [sent, setSent] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>()
  const stop = useRef<AbortController>(undefined)
  const shown = useRef<HTMLElement>(null)

  const tell = (message: string) => void showAlert(message).then(() => shown.current?.focus())
  const upload = useMutation({
    mutationKey: uploading,
    networkMode: 'always',
    mutationFn: (dryRun: boolean) => {
      stop.current = new AbortController()
      return send({ dryRun: dryRun ? 'true' : 'false', signal: stop.current.signal, onProgress: setSent })
    },
    onSuccess: (result, dryRun) => {
      const { count } = result
      setOutcome({ state: dryRun ? 'checked' : 'loaded', result })
      tell(t(dryRun ? 'said.checked' : 'said.loaded', { count }))
      if (dryRun) return
      onLoaded()
      void forgetMarketData()
    },
    onError: error => {
      if (stop.current?.signal.aborted) {
        flushSync(() => setOutcome({ state: 'cancelled' }))
        shown.current?.focus()
        return
      }
      const lost = isUnanswered(error)
      const message = errorMessage(error) ?? t(lost ? 'no-answer' : 'error.unknown')
      const errors = onRefused(error instanceof CallError && error.errors.length > 0 ? error.errors : [{ message }])
      setOutcome({ state: 'refused', errors })
      tell(t('said.failed', { message }))
      if (lost) void forgetMarketData()
    },
  })
  return {
    busy: upload.isPending,
    dryRun: upload.variables === true,
    sent,
    outcome,
    shown,
    start: (dryRun: boolean) => {
      setSent(0)
      setOutcome(undefined)
      upload.mutate(dryRun)
    },
    cancel: () => stop.current?.abort(),
  }
}

const uploading = ['upload']

/** Whether an upload is in progress, from this form or from one that the user has left. */
export const useIsUploading = () => useIsMutating({ mutationKey: uploading }) > 0
