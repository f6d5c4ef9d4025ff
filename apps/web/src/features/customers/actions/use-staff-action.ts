import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallError, errorMessage } from '../../../api/call-error.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { readCustomersAgain } from '../queries.ts'

type Use<Body, Answer> = {
  send: (body: Body, idempotencyKey: string) => Promise<Answer>
  onDone: (answer: Answer, body: Body) => void
}

/**
 * An action and its outcome. The same action sent again after no answer carries the same idempotency key, so that it is
 * done once; a changed or refused action gets a new key.
 */
export function useStaffAction<Body, Answer>({ send, onDone }: Use<Body, Answer>) {
  const t = useTranslation('customers')
  const attempt = useRef<{ body: string; key: string }>(undefined)
  const action = useMutation({
    mutationFn: (body: Body) => {
      const text = JSON.stringify(body)
      if (attempt.current?.body !== text) attempt.current = { body: text, key: crypto.randomUUID() }
      return send(body, attempt.current.key)
    },
    onSuccess: onDone,
    onError: error => {
      if (!isUnknown(error)) attempt.current = undefined
    },
    onSettled: readCustomersAgain,
  })
  const { error } = action
  return {
    isBusy: action.isPending,
    carryOut: (body: Body) => {
      if (!action.isPending) action.mutate(body)
    },
    /** The server's refusal, or that the outcome is unknown. */
    refusal: error ? (errorMessage(error) ?? t(isUnknown(error) ? 'action.unknown' : 'error.unknown')) : undefined,
  }
}

/** Whether the action may have been done. */
const isUnknown = (error: unknown) => error instanceof CallError && (error.httpStatus === 0 || error.httpStatus >= 500)
