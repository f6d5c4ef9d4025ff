import { languages } from '@finlist/i18n/languages'
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { currentLanguage, keepLanguage } from '../api/language.ts'
import { useOperator } from '../api/operator.ts'
import { setLanguage, useTranslation } from '../i18n/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from './Logo.tsx'
import { routeAt } from './paths.ts'
import { useScreenTitle } from './screen-title.ts'

/** Around a page that everybody may read: it asks for nothing that needs a session. */
export function PublicFrame() {
  const t = useTranslation()
  const titleOf = useScreenTitle()
  const { brand } = useOperator()
  const { pathname } = useLocation()
  const other = currentLanguage() === 'en' ? 'zh' : 'en'
  const route = routeAt(pathname)
  const title = route && titleOf(route)
  useEffect(() => {
    if (title) document.title = `${title} · ${brand}`
  }, [title, brand])
  return (
    <>
      <header className="flex min-h-12 flex-wrap items-center gap-1 border-b border-line px-3 md:px-5">
        <Logo />
        <div className="flex-1" />
        <button
          type="button"
          lang={languages[other].tag}
          className={buttonClass('quiet', 'px-3 font-normal')}
          onClick={() => {
            keepLanguage(other)
            void setLanguage(other)
          }}
        >
          {t(`language.${other}`)}
        </button>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-300 px-4 pt-6 pb-16 outline-none md:px-8">
        <Outlet />
      </main>
    </>
  )
}
