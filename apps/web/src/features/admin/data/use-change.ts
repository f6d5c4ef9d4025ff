import type { AnyCall } from '@finlist/contract/call'
import { useMutation } from '@tanstack/react-query'
import { type RequestOptions, request } from '../../../api/request.ts'
import { failureText } from '../../../components/failure-text.ts'
import { showAlert } from '../../../components/notices/show-alert.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { forgetMarketData } from '../queries.ts'

/** Mutation of a market's prices. Invalidates everything derived from them, and reports a refusal. */
export function useChange<C extends AnyCall>(call: C) {
  const t = useTranslation('admin')
  return useMutation({
    networkMode: 'always',
    mutationFn: (options: RequestOptions<C>) => request(call, options),
    onError: error => void showAlert(t('said.failed', { message: failureText(error, t) })),
    onSettled: () => forgetMarketData(),
  })
}
