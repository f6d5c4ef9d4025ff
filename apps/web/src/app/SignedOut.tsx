import { useEffect, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { isLeaving } from '../api/session.ts'
import { sendSignOut } from '../api/sign-out.ts'
import { useTranslation } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

const againMs = 15_000

/**
 * Lazy-loaded, with the texts of 'notices'. Replaces the app after a sign-out until the server has been notified, then
 * leaves the page.
 */
export default function SignedOut({ isPending }: { isPending: boolean }) {
  const t = useTranslation('notices')
  const [isBusy, setBusy] = useState(false)
  const [isLate, setLate] = useState(false)
  useEffect(() => queryClient.clear(), [])
  useEffect(() => {
    if (!isPending) {
      // Another tab has notified the server.
      if (!isLeaving()) location.assign('/')
      return undefined
    }
    const send = () => void sendSignOut().then(sent => sent || setLate(true))
    send()
    const again = setInterval(send, againMs)
    addEventListener('online', send)
    return () => {
      clearInterval(again)
      removeEventListener('online', send)
    }
  }, [isPending])

  const tryNow = async () => {
    setBusy(true)
    await sendSignOut()
    setBusy(false)
  }
  if (!isLate) return <Spinner label={t('signed-out.sending')} />
  return (
    <main className="mx-auto max-w-120 px-4 py-12 md:py-20">
      <h1 className="text-20 font-strong md:text-28">{t('signed-out')}</h1>
      <output className="mt-3 block text-14">{t('signed-out.text')}</output>
      <Button className="mt-6" disabled={isBusy} onClick={() => void tryNow()}>
        {t('signed-out.again')}
      </Button>
    </main>
  )
}
