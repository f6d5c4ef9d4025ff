import { useEffect } from 'react'
import { useTranslation } from '../../i18n/texts.ts'

/** Where the bank sends the frame back to after card authentication: it tells the page around it, and only ours. */
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
