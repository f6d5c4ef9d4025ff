import { type User, user } from '@finlist/contract/account'
import { completeRegistration } from '@finlist/contract/registration'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { record } from '../../api/analytics.ts'
import { CallError, errorMessage } from '../../api/call-error.ts'
import { callQuery } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { write } from '../../api/storage.ts'
import { tagged } from '../../i18n/tagged.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { LegalLink } from '../../parts/legal-link.tsx'
import { showAlert } from '../../parts/show-alert.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EmailProof } from './EmailProof.tsx'
import { PhoneField } from './PhoneField.tsx'
import { formatPhone, internationalPhone } from './phone.ts'
import { ReferralFields } from './ReferralFields.tsx'
import { noReferral, referralToSend } from './referral-choice.ts'

type Wrong = Partial<Record<'name' | 'email' | 'phone' | 'referral' | 'otherInput', string>>
const order = ['name', 'email', 'phone', 'referral', 'otherInput'] as const

export function RegistrationForm({ me }: { me: User }) {
  const t = useTranslation('account')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [name, setName] = useState(me.name)
  const [email, setEmail] = useState(me.email)
  const [verified, setVerified] = useState(me.emailVerified ? me.email : '')
  const [phone, setPhone] = useState(formatPhone(me.phoneNumber))
  const [referral, setReferral] = useState({ ...noReferral, ...me.referral, otherInput: me.referral?.otherInput ?? '' })
  const [wrong, setWrong] = useState<Wrong>({})

  const submission = useMutation({
    mutationFn: (phoneNumber: string) =>
      request(completeRegistration, { body: { name: name.trim(), phoneNumber, referral: referralToSend(referral) } }),
    onSuccess: async () => {
      record('sign_up', {})
      record('CompleteRegistration', {})
      queries.removeQueries({ queryKey: callQuery(user).queryKey })
      write('completeRegistration', true)
      await navigate('/dashboard', { replace: true })
    },
    onError: error => {
      const found = wrongByServer(error)
      setWrong(found)
      void showAlert(errorMessage(error) ?? t('error.unknown')).then(() => focusFirst(found))
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const phoneNumber = internationalPhone(phone)
    const found: Wrong = {}
    if (!name.trim()) found.name = t('name-missing')
    if (!verified || email.trim().toLowerCase() !== verified.toLowerCase()) found.email = t('email-unverified')
    if (!phone) found.phone = t('phone-missing')
    else if (!phoneNumber) found.phone = t('user.data.error.invalid-phone')
    if (!Object.values(referral).includes(true)) found.referral = t('referral-missing')
    if (referral.other && !referral.otherInput.trim()) found.otherInput = t('other-missing')
    setWrong(found)
    if (!focusFirst(found) && phoneNumber) submission.mutate(phoneNumber)
  }

  const busy = submission.isPending
  const mend = (...fields: (keyof Wrong)[]) =>
    setWrong(before =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field as keyof Wrong))),
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-5" aria-busy={busy}>
      <TextField
        id="name"
        label={t('name')}
        name="name"
        autoComplete="name"
        maxLength={100}
        required
        value={name}
        wrong={wrong.name}
        disabled={busy}
        onChange={({ target }) => {
          setName(target.value)
          mend('name')
        }}
      />
      <EmailProof
        email={email}
        verified={verified}
        wrong={wrong.email}
        disabled={busy}
        onChange={value => {
          setEmail(value)
          mend('email')
        }}
        onVerified={address => {
          setVerified(address)
          mend('email')
        }}
      />
      <PhoneField
        value={phone}
        wrong={wrong.phone}
        disabled={busy}
        onChange={value => {
          setPhone(value)
          mend('phone')
        }}
      />
      <ReferralFields
        value={referral}
        wrong={wrong.referral}
        otherWrong={wrong.otherInput}
        disabled={busy}
        onChange={value => {
          setReferral(value)
          mend('referral', 'otherInput')
        }}
      />
      <p className="border-t border-line pt-4 text-13 text-faded">
        {tagged(t('acknowledge'), {
          terms: text => <LegalLink text="terms">{text}</LegalLink>,
          privacy: text => <LegalLink text="privacy">{text}</LegalLink>,
        })}
      </p>
      <Button type="submit" variant="main" disabled={busy} className="md:justify-self-start md:px-8">
        {t(busy ? 'submitting' : 'submit')}
      </Button>
    </form>
  )
}

/** Focuses the first field with an error; false when there is none. */
function focusFirst(found: Wrong): boolean {
  const first = order.find(field => found[field])
  if (first) document.querySelector<HTMLElement>(first === 'referral' ? 'fieldset input' : `#${first}`)?.focus()
  return first !== undefined
}

/** The server's errors about single fields, by field. */
function wrongByServer(error: unknown): Wrong {
  const found: Wrong = {}
  if (error instanceof CallError)
    for (const { field = '', message } of error.errors) {
      const place =
        field === 'phoneNumber' ? 'phone' : order.find(known => field === known || field.endsWith(`.${known}`))
      if (place) found[place] ??= message
    }
  return found
}
