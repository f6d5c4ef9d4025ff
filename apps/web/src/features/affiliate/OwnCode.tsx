import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'

const saidForMs = 2_000

/** The code to hand on, and what its owner gets. */
export function OwnCode({ code, ratePercent }: { code: string; ratePercent: number | null }) {
  const t = useTexts('affiliate')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), saidForMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const Sign = isCopied ? Check : Copy
  return (
    <section aria-labelledby="own-code" className="mb-9">
      <h2 id="own-code" className="text-13 text-faded">
        {t('own-code')}
      </h2>
      <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="min-w-0 text-20 font-strong tracking-wide wrap-anywhere md:text-28">{code}</p>
        <Button onClick={() => void navigator.clipboard.writeText(code).then(() => setCopied(true))}>
          <Sign size={15} aria-hidden />
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
        <output className="sr-only">{isCopied ? t('copied') : ''}</output>
      </div>
      <p className="mt-2 max-w-[64ch] text-14 text-faded">
        {ratePercent === null ? t('about.no-rate') : t('about', { percent: ratePercent })}
      </p>
    </section>
  )
}
