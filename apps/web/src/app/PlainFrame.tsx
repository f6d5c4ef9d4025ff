import { Outlet } from 'react-router'
import { signOut } from '../api/session.ts'
import { changeLanguage } from '../components/change-language.ts'
import { leaving } from '../components/leaving.ts'
import { useTranslation } from '../i18n/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from './Logo.tsx'
import { OtherLanguages } from './navigation/OtherLanguages.tsx'
import { FirstQuestions } from './notices/Notices.tsx'
import { useRouteChange } from './use-route-change.ts'

/** Frame of the registration step; its only exit is signing out. */
export default function PlainFrame() {
  const t = useTranslation()
  useRouteChange()
  return (
    <>
      <header className="flex min-h-12 flex-wrap items-center gap-1 border-b border-line px-3 md:px-5">
        <Logo />
        <div className="flex-1" />
        <OtherLanguages onChoose={changeLanguage} />
        <button type="button" className={buttonClass('quiet', 'px-3 font-normal')} onClick={() => leaving(signOut)}>
          {t('user-menu.logout')}
        </button>
      </header>
      <FirstQuestions />
      <main id="content" tabIndex={-1} className="mx-auto max-w-160 px-4 pt-6 pb-16 outline-none">
        <Outlet />
      </main>
    </>
  )
}
