import { type User } from '@finlist/contract/account/account'
import { startEmailProof } from '@finlist/contract/account/registration'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { CodeField, CodeSent } from './CodeField.tsx'
import { EditRow } from './EditRow.tsx'
import type { OnFailed } from './on-failed.ts'
import { saveProfile } from './save-profile.ts'

/** Changes the e-mail address. The old address stays until the code sent to the new one has been entered. */
export function EmailEdit({ me, onFailed }: { me: User; onFailed: OnFailed }) {
  const t = useTranslation('account')
  const [draft, setDraft] = useState(me.email)
  const [step, setStep] = useState<'rest' | 'edit' | 'busy' | 'wait'>('rest')
  const address = draft.trim()

  const go = async (action: () => Promise<unknown>, then: 'wait' | 'rest') => {
    setStep('busy')
    try {
      await action()
      setStep(then)
    } catch (error) {
      await onFailed(error)
      setStep('rest')
    }
  }
  const confirm = () => {
    if (address === me.email) return setStep('rest')
    if (!/^\S+@\S+\.\S+$/.test(address)) return void showAlert(t('email-invalid'))
    void go(() => request(startEmailProof, { body: { email: address } }), 'wait')
  }
  return (
    <EditRow
      label={t('email')}
      type="email"
      autoComplete="email"
      maxLength={254}
      value={step === 'rest' ? me.email : draft}
      onChange={setDraft}
      state={step}
      isTyped={draft !== me.email}
      onEdit={() => {
        setDraft(me.email)
        setStep('edit')
      }}
      onConfirm={confirm}
      onCancel={() => setStep('rest')}
      beside={me.emailVerified && <Badge variant="good">{t('verified')}</Badge>}
    >
      <output className="block">{step === 'wait' && <CodeSent email={address} />}</output>
      {step === 'wait' && (
        <div className="mb-2 md:max-w-96">
          <CodeField
            takesFocus
            email={address}
            onVerified={() => void go(() => saveProfile({ email: address }), 'rest')}
          />
        </div>
      )}
    </EditRow>
  )
}
