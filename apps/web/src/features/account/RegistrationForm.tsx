import { type User, user } from '@finlist/contract/account/account'
import { completeRegistration } from '@finlist/contract/account/registration'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { record } from '../../api/analytics.ts'
import { callQuery } from '../../api/query-client.ts'
import { write } from '../../api/storage.ts'
import { failureText } from '../../components/failure-text.ts'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { LegalLink } from '../../components/legal-link.tsx'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useCallForm } from '../../components/use-call-form.ts'
import { tagged } from '../../i18n/tagged.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { EmailProof } from './EmailProof.tsx'
import { PhoneField } from './PhoneField.tsx'
import { formatPhone, internationalPhone } from './phone.ts'
import { ReferralFields } from './ReferralFields.tsx'
import { noReferral, referralToSend } from './referral-choice.ts'

export function RegistrationForm({ me }: { me: User }) {
  const t = useTranslation('account')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { otherInput = '', ...ticks } = { ...noReferral, ...me.referral }
  const form = useCallForm(completeRegistration, {
    start: {
      name: me.name,
      email: me.email,
      verified: me.emailVerified ? me.email : '',
      phone: formatPhone(me.phoneNumber),
      referral: ticks,
      otherInput,
    },
    ask: ({ name, phone, referral, otherInput: said }) => ({
      body: {
        name,
        phoneNumber: internationalPhone(phone),
        referral: referralToSend({ ...referral, otherInput: said }),
      },
    }),
    fields: { phoneNumber: 'phone' },
    words: { name: t('name-missing'), phone: t('user.data.error.invalid-phone') },
    check: ({ email, verified, phone, referral, otherInput: said }) => ({
      email: (!verified || email.trim().toLowerCase() !== verified.toLowerCase()) && t('email-unverified'),
      phone: !phone && t('phone-missing'),
      referral: !Object.values(referral).includes(true) && t('referral-missing'),
      otherInput: referral.other && !said.trim() && t('other-missing'),
    }),
    onDone: async () => {
      record('sign_up', {})
      record('CompleteRegistration', {})
      queries.removeQueries({ queryKey: callQuery(user).queryKey })
      write('completeRegistration', true)
      await navigate('/dashboard', { replace: true })
    },
    onFailed: error => showAlert(failureText(error, t)),
  })

  const { email, verified, phone, referral } = form.values
  const busy = form.isSending
  return (
    <form {...form.props} className="grid gap-5">
      {form.isTyped && !busy && <LeaveGuard />}
      <TextField
        id="name"
        label={t('name')}
        autoComplete="name"
        maxLength={100}
        required
        disabled={busy}
        {...form.field('name')}
      />
      <EmailProof
        email={email}
        verified={verified}
        wrong={form.wrong('email')}
        disabled={busy}
        onChange={value => form.set('email', value)}
        onVerified={address => {
          form.set('verified', address)
          form.set('email', email)
        }}
      />
      <PhoneField
        value={phone}
        wrong={form.wrong('phone')}
        disabled={busy}
        onChange={value => form.set('phone', value)}
      />
      <ReferralFields
        value={{ ...referral, otherInput: form.values.otherInput }}
        wrong={form.wrong('referral')}
        otherWrong={form.wrong('otherInput')}
        disabled={busy}
        onChange={({ otherInput: said, ...ticked }) => {
          form.set('referral', ticked)
          form.set('otherInput', said)
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
