import { lazy, type ReactNode, Suspense } from 'react'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Link } from '../link.tsx'

const ClosedPage = lazy(() => import('./closed-page.tsx'))
const WhyNot = lazy(async () => (await Promise.all([import('./why-not.tsx'), fetchTexts('notices')]))[0])

type Props = { variant?: 'plan' | 'device' | 'blocked'; message?: ReactNode; button?: boolean }

/**
 * The screen of a user without access. The message can be replaced and the button hidden. A refused device or account
 * gets no button.
 */
export function NoAccess({ variant = 'plan', message, button = variant === 'plan' }: Props) {
  const t = useTranslation()
  return (
    <section className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center md:py-20" role="alert">
      <Suspense fallback={<span className="h-33 w-44 max-w-full" />}>
        <ClosedPage />
      </Suspense>
      {variant === 'plan' ? (
        <p className="mt-6 text-16">{message ?? t('error.forbidden')}</p>
      ) : (
        <Suspense>
          <WhyNot variant={variant} message={message} />
        </Suspense>
      )}
      {button && (
        <Link to="/subscribe" className={buttonClass('subscribe', 'mt-6')}>
          {t('error.forbidden.button')}
        </Link>
      )}
    </section>
  )
}
