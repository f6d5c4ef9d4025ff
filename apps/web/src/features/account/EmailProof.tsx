import { confirmEmailProof, startEmailProof } from '@finlist/contract/account'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { CallError, saidBy } from '../../api/call-error.ts'
import { language } from '../../api/language.ts'
import { useOperator } from '../../api/operator.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = {
  email: string
  onChange: (email: string) => void
  /** The address that is proved, if one is. */
  verified: string
  onVerified: (email: string) => void
  wrong?: ReactNode
  disabled?: boolean
}

/** An e-mail address and, while it is not proved, the code that proves it. */
export function EmailProof({ email, onChange, verified, onVerified, wrong, disabled = false }: Props) {
  const t = useTexts('account')
  const { demo } = useOperator()
  const [code, setCode] = useState('')
  const [invalid, setInvalid] = useState(false)
  const address = email.trim()
  const isVerified = address !== '' && address.toLowerCase() === verified.toLowerCase()
  const start = useMutation({ mutationFn: (to: string) => ask(startEmailProof, { body: { email: to } }) })
  const confirm = useMutation({
    mutationFn: (given: string) => ask(confirmEmailProof, { body: { email: address, code: given } }),
    onSuccess: () => onVerified(address),
  })
  const isAwaitingCode = start.isSuccess && start.variables === address && !isVerified
  const send = () => {
    const isAddress = /^\S+@\S+\.\S+$/.test(address)
    setInvalid(!isAddress)
    if (!isAddress) return
    setCode('')
    confirm.reset()
    start.mutate(address)
  }
  return (
    <div>
      <TextField
        id="email"
        label={t('email')}
        type="email"
        name="email"
        autoComplete="email"
        required
        value={email}
        disabled={disabled}
        wrong={invalid ? t('email-invalid') : start.isError ? (saidBy(start.error) ?? t('error.unknown')) : wrong}
        onChange={({ target }) => {
          setInvalid(false)
          start.reset()
          onChange(target.value)
        }}
        beside={
          isVerified ? (
            <span className="flex items-center gap-1 text-13 font-strong whitespace-nowrap text-good">
              <Check size={15} aria-hidden /> {t('verified')}
            </span>
          ) : (
            <Button className="shrink-0" disabled={disabled || start.isPending} onClick={send}>
              {t(start.isPending ? 'sending' : 'send-code')}
            </Button>
          )
        }
      />
      <output className="block">
        {isVerified && <span className="sr-only">{t('verified')}</span>}
        {isAwaitingCode && (
          <span className="mt-2 block text-13 text-faded">
            {t('code-sent', { email: address })}{' '}
            {demo && (
              <a href={`/outbox?lang=${language()}`} target="_blank">
                {t('code-outbox')}
              </a>
            )}
          </span>
        )}
      </output>
      {isAwaitingCode && (
        <TextField
          id="code"
          className="mt-2"
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          disabled={disabled}
          wrong={confirm.isError && whyRefused(confirm.error, t('code-wrong'), t('error.unknown'))}
          onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (code.length === 6 && !confirm.isPending) confirm.mutate(code)
          }}
          beside={
            <Button
              look="main"
              className="shrink-0"
              disabled={disabled || code.length < 6 || confirm.isPending}
              onClick={() => confirm.mutate(code)}
            >
              {t(confirm.isPending ? 'verifying' : 'verify')}
            </Button>
          }
        />
      )}
    </div>
  )
}

function whyRefused(error: unknown, codeWrong: string, otherwise: string): string {
  if (error instanceof CallError && error.errors[0]?.code === 'wrong_code') return codeWrong
  return saidBy(error) ?? otherwise
}
