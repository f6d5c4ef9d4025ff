import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const complete = '3DS-authentication-complete'

/**
 * The bank's page in a frame. Afterwards the bank redirects the frame to our own page. Only that page can report the
 * end.
 */
export function BankFrame({ url, onBack }: { url: string; onBack: () => void }) {
  const t = useTranslation('billing')
  const frame = useRef<HTMLIFrameElement>(null)
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent) => {
      if (data === complete && origin === location.origin && source === frame.current?.contentWindow) onBack()
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [onBack])
  return (
    <section aria-labelledby="bank-title">
      <h3 ref={bringThere} id="bank-title" tabIndex={-1} className="text-16 font-strong outline-none">
        {t('bank.title')}
      </h3>
      <p className="mt-1 text-14 text-faded">{t('bank.text')}</p>
      <div className="relative mt-4 h-[min(36rem,64dvh)] overflow-hidden rounded-md border border-edge">
        {!isThere && <Skeleton className="absolute inset-0" />}
        <iframe
          ref={frame}
          src={url}
          title={t('bank.frame')}
          onLoad={() => setThere(true)}
          className="relative size-full bg-[#fff] scheme-light"
        />
      </div>
    </section>
  )
}

/** Moves the focus to the title of the frame, which replaces the pressed button. */
const bringThere = (title: HTMLElement | null) => title?.focus()
