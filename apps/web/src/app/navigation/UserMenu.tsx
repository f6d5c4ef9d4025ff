import { user } from '@finlist/contract/account/account'
import { languageIds, languages } from '@finlist/i18n/languages'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { callQuery } from '../../api/query-client.ts'
import { signOut } from '../../api/session.ts'
import { useStored } from '../../api/storage.ts'
import { applyTheme, themes } from '../../api/theme.ts'
import { changeLanguage } from '../../components/change-language.ts'
import { leaving } from '../../components/leaving.ts'
import { Link } from '../../components/link.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useSomethingToBuy } from '../has-something-to-buy.ts'
import type { Path } from '../paths.ts'
import { adminLinks } from './admin-links.ts'
// Loaded together with the menu, because the signed-out page must also open offline.
import '../SignedOut.tsx'

type Props = {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function UserMenu({ anchor, open, onOpenChange }: Props) {
  const t = useTranslation()
  const { data: me } = useQuery({ ...callQuery(user), enabled: open })
  const theme = useStored('theme')
  const isPhone = useIsPhone()
  const somethingToBuy = useSomethingToBuy()
  return (
    <Menu anchor={anchor} open={open} onOpenChange={onOpenChange} label={t('user-menu.label')}>
      {me && (
        <div className="mb-1 border-b border-line px-3 pt-2 pb-2.5 md:px-2.5">
          <p className="truncate text-13 font-strong">{me.name || me.email}</p>
          {me.name && <p className="truncate text-12 text-faded">{me.email}</p>}
        </div>
      )}
      <Go to="/today">{t('screen.today')}</Go>
      <Go to="/dashboard">{t('screen.dashboard')}</Go>
      <Go to="/inbox">{t('screen.inbox')}</Go>
      <Go to="/alerts">{t('screen.alerts')}</Go>
      {isPhone && somethingToBuy && <Go to="/subscribe">{t('nav.subscribe')}</Go>}
      <Go to="/faq">{t('screen.faq')}</Go>
      {adminLinks(me?.roles).map(({ path, screen }) => (
        <Go key={path} to={path}>
          {t(`screen.${screen}`)}
        </Go>
      ))}
      <MenuLine />
      <MenuChoice
        label={t('language.label')}
        value={currentLanguage()}
        onChange={changeLanguage}
        options={languageIds.map(value => ({ value, label: t(`language.${value}`), lang: languages[value].tag }))}
      />
      <MenuChoice
        label={t('theme.label')}
        value={theme}
        onChange={applyTheme}
        options={themes.map(value => ({ value, label: t(`theme.${value}`) }))}
      />
      <MenuLine />
      <MenuItem onClick={() => leaving(signOut)}>{t('user-menu.logout')}</MenuItem>
    </Menu>
  )
}

const Go = ({ to, children }: { to: Path; children: React.ReactNode }) => (
  <MenuItem render={<Link to={to} />}>{children}</MenuItem>
)
