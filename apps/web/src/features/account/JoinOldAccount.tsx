import { askOldPasskey, joinOldAccount, type OldAccount } from '@finlist/contract/account/old-account'
import { useMutation } from '@tanstack/react-query'
import { CallError, isStepUpRefused } from '../../api/call-error.ts'
import { answerByPasskey } from '../../api/passkey.ts'
import { request } from '../../api/request.ts'
import { failureText } from '../../components/failure-text.ts'
import { useStepUpFirst } from '../../components/notices/step-up-first.ts'
import { SupportContacts } from '../../components/notices/support-contacts.tsx'
import { useCallForm } from '../../components/use-call-form.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

type Props = { old: OldAccount; onJoined: () => void; onClose: () => void }

/** Lazy-loaded. Merges an older account into this one, after a password or passkey has proven its ownership. */
export default function JoinOldAccount({ old, onJoined, onClose }: Props) {
  const t = useTranslation('account')
  useStepUpFirst(true, onClose)
  const onFailed = (error: unknown) => {
    if (isStepUpRefused(error)) onClose()
  }
  const form = useCallForm(joinOldAccount, {
    start: { password: '', code: '' },
    ask: ({ password, code }) => ({ body: { password, ...(old.appCode && { code }) } }),
    check: ({ password, code }) => ({
      password: password === '' && t('old.password.missing'),
      code: old.appCode && code.trim() === '' && t('old.code.missing'),
    }),
    onDone: onJoined,
    onFailed,
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const { challenge, question } = await request(askOldPasskey)
      const answer = await answerByPasskey(challenge)
      await request(joinOldAccount, { body: { passkey: { question, answer } } })
    },
    onSuccess: onJoined,
    onError: onFailed,
  })
  const isBusy = form.isSending || passkey.isPending
  const passkeyFailure =
    passkey.isError && (passkey.error instanceof CallError ? failureText(passkey.error, t) : t('old.passkey.failed'))
  const refusal = form.refusal ?? passkeyFailure
  return (
    <Dialog open narrow title={t('old.join')} closeLabel={t('close')} onClose={() => !isBusy && onClose()}>
      <p className="text-14">{t('old.prove')}</p>
      <p className="mt-2 text-14 text-faded">{t('old.after')}</p>
      {old.password && (
        <form {...form.props} className="mt-4">
          <fieldset disabled={isBusy} className="grid min-w-0 gap-4">
            <TextField
              label={t('old.password')}
              type="password"
              autoComplete="current-password"
              maxLength={200}
              required
              {...form.field('password')}
            />
            {old.appCode && (
              <TextField
                label={t('old.code')}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={20}
                required
                {...form.field('code')}
              />
            )}
          </fieldset>
          <Button type="submit" variant="main" className="mt-5 w-full" disabled={isBusy}>
            {t(form.isSending ? 'old.busy' : 'old.join')}
          </Button>
        </form>
      )}
      {old.passkey && (
        <Button
          variant={old.password ? 'plain' : 'main'}
          className="mt-3 w-full"
          disabled={isBusy}
          onClick={() => passkey.mutate()}
        >
          {t(passkey.isPending ? 'old.busy' : 'old.passkey')}
        </Button>
      )}
      <div role="alert">
        {refusal && <p className="mt-3 border-l-2 border-wrong bg-wash px-3 py-2 text-14 text-wrong">{refusal}</p>}
      </div>
      <p className="mt-4 text-13 text-faded">{t('old.no-proof')}</p>
      <SupportContacts />
    </Dialog>
  )
}
