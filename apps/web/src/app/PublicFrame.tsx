import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { currentLanguage, keepLanguage } from '../api/language.ts'
import { useOperator } from '../api/operator.ts'
import { setLanguage, useTranslation } from '../i18n/texts.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from './Logo.tsx'
import { OtherLanguages } from './navigation/OtherLanguages.tsx'
import { routeAt } from './paths.ts'
import { useScreenTitle } from './screen-title.ts'

/** The address of the sign-in page, which returns to the current page. */
const signInPath = (asking: { create?: 'yes' }) =>
  `/auth/login?${new URLSearchParams({ ...asking, lang: currentLanguage(), returnTo: location.pathname + location.search })}`

/** Frame of a public page for people who are not signed in; makes no request that needs a session. */
export default function PublicFrame() {
  const t = useTranslation()
  const titleOf = useScreenTitle()
  const { brand, demoData } = useOperator()
  const { pathname } = useLocation()
  const route = routeAt(pathname)
  const title = route && titleOf(route)
  useEffect(() => {
    if (title) document.title = `${title} · ${brand}`
  }, [title, brand])
  return (
    <>
      <header className="flex min-h-12 flex-wrap items-center gap-1 border-b border-line px-3 md:px-5">
        <Logo />
        {demoData && (
          <span title={t('demo')}>
            <Badge>{t('demo.short')}</Badge>
          </span>
        )}
        <div className="flex-1" />
        <OtherLanguages
          onChoose={language => {
            keepLanguage(language)
            void setLanguage(language)
          }}
        />
        <a href={signInPath({})} className={buttonClass('quiet', 'px-3 font-normal')}>
          {t('sign-in')}
        </a>
        <a href={signInPath({ create: 'yes' })} className={buttonClass('main', 'px-3 max-md:hidden')}>
          {t('sign-up')}
        </a>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-300 px-4 pt-6 pb-16 outline-none md:px-8">
        <Outlet />
        {demoData && <p className="mt-10 border-t border-line pt-3 text-12 text-faded">{t('demo')}</p>}
      </main>
    </>
  )
}
