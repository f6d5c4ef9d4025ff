import { oldAccount } from '@finlist/contract/account/old-account'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { SupportContacts } from '../../components/notices/support-contacts.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'

const JoinOldAccount = lazy(() => import('./JoinOldAccount.tsx'))

/**
 * Lazy-loaded. Offers to merge an older account, from before the change of the sign-in service, into this one.
 * `onJoined` must have the user sign in again: the session may have belonged to the removed account, and ended with
 * it.
 */
export default function OldAccountNotice({ onJoined }: { onJoined: () => void }) {
  const t = useTranslation('account')
  const { data: old } = useQuery(callQuery(oldAccount))
  const [isJoining, setJoining] = useState(false)
  if (!old) return null
  const canProve = old.password || old.passkey
  return (
    <section aria-labelledby="old-account" className="mt-4 mb-5 border-l-2 border-accent bg-wash px-4 py-3 text-14">
      <h2 id="old-account" className="font-strong">
        {t('old.title')}
      </h2>
      <p className="mt-1 max-w-[60ch]">{t('old.text', { date: hongKongDate(old.openedAt, 'long') })}</p>
      {canProve ? (
        <Button className="mt-3" onClick={() => setJoining(true)}>
          {t('old.join')}
        </Button>
      ) : (
        <>
          <p className="mt-2 max-w-[60ch]">{t('old.support')}</p>
          <SupportContacts />
        </>
      )}
      {isJoining && (
        <Suspense fallback={null}>
          <JoinOldAccount old={old} onJoined={onJoined} onClose={() => setJoining(false)} />
        </Suspense>
      )}
    </section>
  )
}
