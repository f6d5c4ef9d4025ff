import { Bell, PanelLeft } from 'lucide-react'
import { useLocation } from 'react-router'
import { useOperator } from '../../api/operator.ts'
import { useStored, write } from '../../api/storage.ts'
import { Link } from '../../components/link.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useSomethingToBuy } from '../has-something-to-buy.ts'
import { Logo } from '../Logo.tsx'
import { marketPageAt } from '../paths.ts'
import { SearchControl } from '../search/SearchControl.tsx'
import { MarketSelector } from './MarketSelector.tsx'
import { Unread } from './Unread.tsx'
import { UserMenuButton } from './UserMenuButton.tsx'

export function Header() {
  const t = useTranslation()
  const { demoData } = useOperator()
  const sidebar = useStored('sidebar')
  const somethingToBuy = useSomethingToBuy()
  const page = marketPageAt(useLocation().pathname)
  return (
    <header className="top-bar">
      <button
        type="button"
        aria-label={t(sidebar.collapsed ? 'nav.expand' : 'nav.collapse')}
        aria-expanded={!sidebar.collapsed}
        aria-controls="sidebar"
        onClick={() => write('sidebar', { ...sidebar, collapsed: !sidebar.collapsed })}
        className="hidden size-9 place-items-center rounded-md text-faded hover:bg-wash hover:text-ink md:grid"
      >
        <PanelLeft size={18} aria-hidden />
      </button>
      <Logo />
      {demoData && (
        <span className="max-md:hidden" title={t('demo')}>
          <Badge>{t('demo.short')}</Badge>
        </span>
      )}
      <SearchControl />
      {page && <MarketSelector screen={page.screen} shown={page.of} />}
      {somethingToBuy !== false && (
        <Link
          to="/subscribe"
          className={buttonClass('subscribe', `max-md:hidden! md:min-h-8 ${somethingToBuy ? '' : 'invisible'}`)}
        >
          {t('nav.subscribe')}
        </Link>
      )}
      <Link
        to="/inbox"
        title={t('screen.inbox')}
        className="relative grid size-[44px] shrink-0 place-items-center rounded-md text-ink hover:bg-wash md:size-9"
      >
        <Bell size={19} aria-hidden strokeWidth={1.75} />
        <Unread at="bell" />
      </Link>
      <UserMenuButton />
    </header>
  )
}
