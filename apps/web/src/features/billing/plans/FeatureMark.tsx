import { Check, Minus } from 'lucide-react'
import { useTranslation } from '../../../i18n/texts.ts'

/** Shows whether a feature is included, as an icon and as a word. */
export function FeatureMark({ included }: { included: boolean }) {
  const t = useTranslation('billing')
  const Sign = included ? Check : Minus
  return (
    <>
      <Sign
        size={included ? 18 : 14}
        strokeWidth={included ? 2.5 : 2}
        aria-hidden
        className={`inline-block shrink-0 ${included ? 'text-accent' : 'text-edge'}`}
      />
      <span className="sr-only">{t(included ? 'subscribe.yes' : 'subscribe.no')}</span>
    </>
  )
}
