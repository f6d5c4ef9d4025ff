import type { AnyCall } from '@finlist/contract/call'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '../../api/call-error.ts'
import { type RequestOptions, request } from '../../api/request.ts'
import { failureText } from '../../components/failure-text.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { forgetProposals } from './queries.ts'

type Then = {
  /** The confirmation shown after the change. */
  said?: string
  /** Invalidates the data that the call changes; by default only the proposal. */
  forget?: () => Promise<void>
}

/** A change to the proposal that needs no form. If it is refused, shows the reason and refetches the list. */
export function useChange<C extends AnyCall>(call: C, { said, forget = forgetProposals }: Then = {}) {
  const t = useTranslation('picking')
  return useMutation({
    networkMode: 'always',
    mutationFn: (options: RequestOptions<C>) => request(call, options),
    onSuccess: () => {
      if (said) void showAlert(said).then(() => document.getElementById('page-title')?.focus())
    },
    onError: error => {
      const message = failureText(error, t)
      void showAlert(t(isConflict(error) ? 'refused.reloaded' : 'refused', { message }))
    },
    onSettled: forget,
  })
}

const isConflict = (error: unknown) => error instanceof CallError && error.httpStatus === 409
