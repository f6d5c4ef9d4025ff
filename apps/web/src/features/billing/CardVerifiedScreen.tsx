import { useEffect } from 'react'
import { useTranslation } from '../../i18n/texts.ts'

/**
 * The page, within our frame, to which the bank redirects after card authentication. It notifies the parent page if the
 * parent is ours.
 */
export default function CardVerifiedScreen() {
  const t = useTranslation('billing')
  useEffect(() => {
    window.top?.postMessage('3DS-authentication-complete', location.origin)
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="text-20 font-strong">{t('verify.success')}</h1>
    </main>
  )
}
