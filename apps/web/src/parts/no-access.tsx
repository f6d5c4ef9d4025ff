import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from '../i18n/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Link } from './link.tsx'

const ClosedPage = lazy(() => import('./closed-page.tsx'))

type Props = { variant?: 'plan' | 'device' | 'blocked'; message?: ReactNode; button?: boolean }

/** The no-access screen. The message is replaceable, the button hideable; none for a refused device or account. */
export function NoAccess({ variant = 'plan', message, button = variant === 'plan' }: Props) {
  const t = useTranslation()
  return (
    <section className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center md:py-20" role="alert">
      <Suspense fallback={<span className="h-33 w-44 max-w-full" />}>
        <ClosedPage />
      </Suspense>
      {variant !== 'plan' && <h2 className="mt-6 text-16 font-strong">{t(`error.${variant}.title`)}</h2>}
      <p className={variant === 'plan' ? 'mt-6 text-16' : 'mt-2 text-14 text-faded'}>
        {message ?? t(variant === 'plan' ? 'error.forbidden' : `error.${variant}.text`)}
      </p>
      {button && (
        <Link to="/subscribe" className={buttonClass('subscribe', 'mt-6')}>
          {t('error.forbidden.button')}
        </Link>
      )}
    </section>
  )
}
