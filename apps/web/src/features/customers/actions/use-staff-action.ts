import type { AnyCall } from '@finlist/contract/call'
import { reasonChars } from '@finlist/contract/staff/customer-actions'
import { useRef } from 'react'
import type * as z from 'zod/mini'
import { CallError, errorMessage } from '../../../api/call-error.ts'
import { request } from '../../../api/request.ts'
import { type CallForm, useCallForm } from '../../../components/use-call-form.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { readCustomersAgain } from '../queries.ts'

type Use<C extends AnyCall, V extends { reason: string }> = Pick<
  CallForm<C, V, z.output<C['data']>>,
  'start' | 'ask' | 'words' | 'check' | 'onDone'
>

/**
 * An action and its outcome. If the action had no response and is sent again unchanged, it has the same idempotency
 * key, so that it runs only once. A changed or refused action gets a new key.
 */
export function useStaffAction<C extends AnyCall, V extends { reason: string }>(call: C, use: Use<C, V>) {
  const t = useTranslation('customers')
  const attempt = useRef<{ body: string; key: string }>(undefined)
  const form = useCallForm<C, V>(call, {
    ...use,
    words: { reason: t('reason.short', reasonChars), ...use.words } as NonNullable<typeof use.words>,
    send: asked => {
      const text = JSON.stringify(asked)
      if (attempt.current?.body !== text) attempt.current = { body: text, key: crypto.randomUUID() }
      const sendCall = request as unknown as (call: C, sent: object) => Promise<z.output<C['data']>>
      return sendCall(call, { ...asked, idempotencyKey: attempt.current.key })
    },
    onDone: async (...done) => {
      use.onDone?.(...done)
      await readCustomersAgain()
    },
    onFailed: async error => {
      if (!isUnknown(error)) attempt.current = undefined
      await readCustomersAgain()
    },
  })
  const { failure } = form
  return {
    ...form,
    /** The server's refusal, or a statement that the outcome is unknown. */
    refusal:
      failure === undefined
        ? form.refusal
        : (errorMessage(failure) ?? t(isUnknown(failure) ? 'action.unknown' : 'error.unknown')),
  }
}

/** Whether the action may have been completed despite the error. */
const isUnknown = (error: unknown) => error instanceof CallError && (error.httpStatus === 0 || error.httpStatus >= 500)
