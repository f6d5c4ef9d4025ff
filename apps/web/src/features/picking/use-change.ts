import type { AnyCall } from '@finlist/contract/call'
import { useMutation } from '@tanstack/react-query'
import { CallError, errorMessage } from '../../api/call-error.ts'
import { type RequestOptions, request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { showAlert } from '../../parts/show-alert.ts'
import { forgetProposals } from './queries.ts'

/** A change of the proposal without a form; the list is asked for anew. `said` is told of one that is done. */
export function useChange<C extends AnyCall>(call: C, said?: string) {
  const t = useTranslation('picking')
  return useMutation({
    networkMode: 'always',
    mutationFn: (options: RequestOptions<C>) => request(call, options),
    onSuccess: () => {
      if (said) void showAlert(said).then(() => document.getElementById('page-title')?.focus())
    },
    onError: error => {
      const message = errorMessage(error) ?? t('error.unknown')
      void showAlert(t(isConflict(error) ? 'refused.reloaded' : 'refused', { message }))
    },
    onSettled: () => forgetProposals(),
  })
}

const isConflict = (error: unknown) => error instanceof CallError && error.httpStatus === 409
