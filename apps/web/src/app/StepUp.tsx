import { askStepUp, stepUpByPasskey } from '@finlist/contract/account/step-up'
import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { answerByPasskey } from '../api/passkey.ts'
import { request } from '../api/request.ts'
import { signInFreshly } from '../api/session.ts'
import { useTranslation } from '../i18n/texts.ts'
import ConfirmDialog from '../ui/dialogs/confirm-dialog.tsx'

type Asked = z.output<(typeof askStepUp)['data']>

/** Lazy-loaded. Verifies the user: by a passkey without leaving the page, otherwise by another sign-in. */
export default function StepUp({ onDone }: { onDone: (proved: boolean) => void }) {
  const t = useTranslation('account')
  const [asked, setAsked] = useState<Asked>()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const ask = useCallback(
    () =>
      request(askStepUp).then(setAsked, error => {
        console.error(error)
        setAsked({ way: 'sign-in', passkey: null })
      }),
    [],
  )
  useEffect(() => void ask(), [ask])

  const prove = async ({ challenge, question }: NonNullable<Asked['passkey']>) => {
    setBusy(true)
    setFailed(false)
    try {
      await request(stepUpByPasskey, { body: { question, answer: await answerByPasskey(challenge) } })
      return onDone(true)
    } catch (error) {
      console.error(error)
      setFailed(true)
      await ask()
    }
    setBusy(false)
  }

  const passkey = asked?.passkey
  const isClosed = asked?.way === 'none'
  const goOn = () => {
    if (passkey) void prove(passkey)
    else if (isClosed) onDone(false)
    else signInFreshly()
  }
  return (
    <ConfirmDialog
      title={t(isClosed ? 'fresh.closed' : 'fresh')}
      yesLabel={t(isClosed ? 'close' : passkey ? 'fresh.passkey' : 'fresh.yes')}
      noLabel={isClosed ? undefined : t('cancel')}
      busy={isBusy || !asked}
      onAnswer={yes => (yes ? goOn() : onDone(false))}
    >
      <p>{t(isClosed ? 'fresh.closed.text' : passkey ? 'fresh.passkey.text' : 'fresh.text')}</p>
      <p role="alert" className="text-wrong empty:hidden">
        {hasFailed && t('fresh.passkey.failed')}
      </p>
      {passkey && (
        <p>
          <button
            type="button"
            disabled={isBusy}
            className="min-h-11 text-accent underline underline-offset-2 md:min-h-6"
            onClick={signInFreshly}
          >
            {t('fresh.yes')}
          </button>
        </p>
      )}
    </ConfirmDialog>
  )
}
