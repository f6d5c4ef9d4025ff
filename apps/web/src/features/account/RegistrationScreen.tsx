import { user } from '@finlist/contract/account/account'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'

/** Registration, which a user must complete after the first sign-in before using the app. */
export default function RegistrationScreen() {
  const t = useTranslation('account')
  const me = useQuery(callQuery(user))
  if (me.isError) return <CallFailed alone error={me.error} onRetry={() => void me.refetch()} />
  return (
    <>
      <PageHeader title={t('screen.complete-registration')}>
        <p className="mt-1 text-14 text-faded">{t('intro')}</p>
      </PageHeader>
      {me.data ? <RegistrationForm me={me.data} /> : <Skeleton className="h-96 w-full" />}
    </>
  )
}
