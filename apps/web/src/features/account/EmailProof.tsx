import { startEmailProof } from '@finlist/contract/account/registration'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { request } from '../../api/request.ts'
import { failureText } from '../../components/failure-text.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { CodeField, CodeSent } from './CodeField.tsx'

type Props = {
  email: string
  onChange: (email: string) => void
  /** The verified address, if any. */
  verified: string
  onVerified: (email: string) => void
  wrong?: ReactNode
  disabled?: boolean
}

/** Field for an e-mail address and, until the address is verified, a field for the code that verifies it. */
export function EmailProof({ email, onChange, verified, onVerified, wrong, disabled = false }: Props) {
  const t = useTranslation('account')
  const [invalid, setInvalid] = useState(false)
  const address = email.trim()
  const isVerified = address !== '' && address.toLowerCase() === verified.toLowerCase()
  const start = useMutation({ mutationFn: (to: string) => request(startEmailProof, { body: { email: to } }) })
  const isAwaitingCode = start.isSuccess && start.variables === address && !isVerified
  const send = () => {
    const isAddress = /^\S+@\S+\.\S+$/.test(address)
    setInvalid(!isAddress)
    if (!isAddress) return
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
        wrong={invalid ? t('email-invalid') : start.isError ? failureText(start.error, t) : wrong}
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
        {isAwaitingCode && <CodeSent email={address} />}
      </output>
      {isAwaitingCode && (
        <CodeField key={start.submittedAt} email={address} disabled={disabled} onVerified={() => onVerified(address)} />
      )}
    </div>
  )
}
