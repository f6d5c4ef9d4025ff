import { confirmEmailProof } from '@finlist/contract/account/registration'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { currentLanguage } from '../../api/language.ts'
import { useOperator } from '../../api/operator.ts'
import { request } from '../../api/request.ts'
import { failureText } from '../../components/failure-text.ts'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** Where the code was sent; in demo mode, where to find it. */
export function CodeSent({ email }: { email: string }): ReactNode {
  const t = useTranslation('account')
  const { demo } = useOperator()
  return (
    <span className="mt-2 block text-13 wrap-anywhere text-faded">
      {t('code-sent', { email })}
      {demo && (
        <a href={`/outbox?lang=${currentLanguage()}`} target="_blank" className="block w-fit text-accent underline">
          {t('code-outbox')}
        </a>
      )}
    </span>
  )
}

type Props = { email: string; onVerified: () => void; disabled?: boolean; takesFocus?: boolean }

/**
 * Field for the six-digit code that verifies an e-mail address. If a code is wrong, the field says so and accepts
 * another.
 */
export function CodeField({ email, onVerified, disabled = false, takesFocus = false }: Props) {
  const t = useTranslation('account')
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: (given: string) => request(confirmEmailProof, { body: { email, code: given } }),
    onSuccess: onVerified,
  })
  return (
    <TextField
      id="code"
      className="mt-2"
      label={t('code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={code}
      disabled={disabled}
      // The field appears right where the user confirmed the address, and is their next step.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={takesFocus}
      wrong={confirm.isError && whyRefused(confirm.error, t)}
      onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        if (code.length === 6 && !confirm.isPending) confirm.mutate(code)
      }}
      beside={
        <Button
          variant="main"
          className="shrink-0"
          disabled={disabled || code.length < 6 || confirm.isPending}
          onClick={() => confirm.mutate(code)}
        >
          {t(confirm.isPending ? 'verifying' : 'verify')}
        </Button>
      }
    />
  )
}

function whyRefused(error: unknown, t: Translate<'account'>): string {
  if (error instanceof CallError && error.errors[0]?.code === 'wrong_code') return t('code-wrong')
  return failureText(error, t)
}
