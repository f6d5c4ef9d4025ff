import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/texts.ts'

/** Lazy-loaded, with the texts of 'notices'. Explains why a device or an account is refused. */
export default function WhyNot({ variant, message }: { variant: 'device' | 'blocked'; message: ReactNode }) {
  const t = useTranslation('notices')
  return (
    <>
      <h2 className="mt-6 text-16 font-strong">{t(`refused.${variant}.title`)}</h2>
      <p className="mt-2 text-14 text-faded">{message ?? t(`refused.${variant}.text`)}</p>
    </>
  )
}
