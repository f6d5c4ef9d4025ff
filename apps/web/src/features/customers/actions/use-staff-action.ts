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
 * A action and what came of it. The same action sent again because no answer came carries the same key, so that it is done
 * once; whatever was changed in it, or refused, makes it another attempt.
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
    /** What the server said against it, or that nobody knows. */
    refusal: error ? (errorMessage(error) ?? t(isUnknown(error) ? 'action.unknown' : 'error.unknown')) : undefined,
  }
}

/** It may have been done. */
const isUnknown = (error: unknown) => error instanceof CallError && (error.httpStatus === 0 || error.httpStatus >= 500)
