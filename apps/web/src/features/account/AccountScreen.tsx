import { user } from '@finlist/contract/account'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { language } from '../../api/language.ts'
import { useOperator } from '../../api/operator.ts'
import { asked } from '../../api/query-client.ts'
import { signOut } from '../../api/session.ts'
import { useTexts } from '../../i18n/texts.ts'
import { CallFailed } from '../../parts/call-failed.tsx'
import { ReadingSettings } from '../../parts/reading-settings.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export default function AccountScreen() {
  const t = useTexts('account')
  const me = useQuery(asked(user))
  const { signInSettings } = useOperator()
  const shown = (value: string | undefined) =>
    me.data ? value || <span className="text-faded">{t('none')}</span> : <Skeleton className="my-1 h-3.5 w-40" />
  return (
    <div className="max-w-180">
      <PageHeader title={t('screen.dashboard')} />
      <Part title={t('personal')}>
        {me.isError && <CallFailed error={me.error} onRetry={() => void me.refetch()} />}
        <dl hidden={me.isError}>
          <Fact name={t('name')}>{shown(me.data?.name)}</Fact>
          <Fact name={t('email')}>
            {shown(me.data?.email)} {me.data?.emailVerified && <Badge look="good">{t('verified')}</Badge>}
          </Fact>
          <Fact name={t('phone')}>{shown(me.data?.phoneNumber)}</Fact>
        </dl>
      </Part>
      <Part title={t('reading')}>
        <div className="pt-3">
          <ReadingSettings />
        </div>
      </Part>
      <p className="mb-6 text-13 text-faded">{t('more-to-come')}</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button onClick={() => void signOut()}>{t('sign-out')}</Button>
        {signInSettings && (
          <a
            href={`${signInSettings}?lang=${language()}`}
            className="inline-flex min-h-11 items-center gap-1.5 text-14 text-accent underline underline-offset-2 md:min-h-9"
          >
            {t('sign-in-settings')} <ExternalLink size={14} aria-hidden />
          </a>
        )}
      </div>
    </div>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line py-1 md:min-h-9">
      <dt className="w-28 max-w-full text-13 text-faded">{name}</dt>
      <dd className="flex wrap-anywhere min-w-[min(100%,12rem)] flex-1 flex-wrap items-center gap-2">{children}</dd>
    </div>
  )
}
