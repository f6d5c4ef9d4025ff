import type { User } from '@finlist/contract/account/account'
import { ExternalLink } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { isStepUpRefused } from '../../api/call-error.ts'
import { currentLanguage } from '../../api/language.ts'
import { useOperator } from '../../api/operator.ts'
import { signOut } from '../../api/session.ts'
import { failureText } from '../../components/failure-text.ts'
import { leaving } from '../../components/leaving.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { ReadingSettings } from '../../components/views/reading-settings.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConsentChoice } from './ConsentChoice.tsx'
import { EmailEdit } from './EmailEdit.tsx'
import { NameEdit } from './NameEdit.tsx'
import { NotificationSwitches } from './NotificationSwitches.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import type { OnFailed } from './on-failed.ts'
import { PhoneEdit } from './PhoneEdit.tsx'
import { RisingPrices } from './RisingPrices.tsx'
import { SingleKeys } from './SingleKeys.tsx'
import { StartPage } from './StartPage.tsx'
import { YourData } from './YourData.tsx'

const DatafeedTokens = lazy(() => import('./DatafeedTokens.tsx'))

export default function Preferences({ me }: { me: User }) {
  const t = useTranslation('account')
  const { signInSettings, analyticsId, pixelId, datafeedTokens } = useOperator()
  const onFailed = useCallback<OnFailed>(
    async error => {
      if (!isStepUpRefused(error)) await showAlert(failureText(error, t))
    },
    [t],
  )
  return (
    <>
      <Part title={t('personal')}>
        <NameEdit me={me} onFailed={onFailed} />
        <EmailEdit me={me} onFailed={onFailed} />
        <PhoneEdit me={me} onFailed={onFailed} />
        {signInSettings && (
          <a
            href={`${signInSettings}?lang=${currentLanguage()}`}
            className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-14 text-accent underline underline-offset-2 md:min-h-9"
          >
            {t('sign-in-settings')} <ExternalLink size={14} aria-hidden />
          </a>
        )}
      </Part>
      <Part title={t('reading')}>
        <div className="flex flex-wrap gap-x-8 gap-y-4 pt-3">
          <ReadingSettings />
          <RisingPrices />
          <StartPage me={me} />
        </div>
        <SingleKeys />
      </Part>
      <Part title={t('notifications')}>
        <NotificationSwitches onFailed={onFailed} />
      </Part>
      {(analyticsId || pixelId) && (
        <Part title={t('statistics')}>
          <ConsentChoice />
        </Part>
      )}
      <Part title={t('sessions')}>
        <OwnSessions onFailed={onFailed} />
      </Part>
      {datafeedTokens && (
        <Part title={t('feed')}>
          <Suspense fallback={<Skeleton className="mt-2 h-24 w-full" />}>
            <DatafeedTokens onFailed={onFailed} />
          </Suspense>
        </Part>
      )}
      <Part title={t('your-data')}>
        <YourData me={me} onFailed={onFailed} />
      </Part>
      <Button onClick={() => leaving(signOut)}>{t('sign-out')}</Button>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="border-b border-ink pb-1.5 text-13 font-strong">{title}</h2>
      {children}
    </section>
  )
}
