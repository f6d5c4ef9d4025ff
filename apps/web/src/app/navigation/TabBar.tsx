import type { LinkSuffix } from '@finlist/domain/markets'
import { Ellipsis, GraduationCap, ListChecks, TableProperties, TrendingUp } from 'lucide-react'
import { useLocation } from 'react-router'
import { useStored } from '../../api/storage.ts'
import { Link } from '../../components/link.tsx'
import { UpdateDot } from '../../components/marks/update-dot.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { pathOf, routeAt } from '../paths.ts'
import { Unread } from './Unread.tsx'

/** The five tabs on a phone; two of them belong to the current market. */
export function TabBar() {
  const t = useTranslation()
  const { linkSuffix } = useStored('currentMarket')
  const { pathname } = useLocation()
  const here = routeAt(pathname)?.screen
  const tabs = [
    { screen: 'finlist', path: pathOf('finlist', linkSuffix), label: t('nav.finlist'), Sign: TableProperties },
    { screen: 'markettrend', path: pathOf('markettrend', linkSuffix), label: t('nav.trend'), Sign: TrendingUp },
    { screen: 'watchlist', path: '/watchlist', label: t('nav.watchlist'), Sign: ListChecks },
    { screen: 'education', path: '/education', label: t('screen.education'), Sign: GraduationCap },
    { screen: 'tools', path: '/tools', label: t('nav.more'), Sign: Ellipsis },
  ] as const
  return (
    <nav aria-label={t('nav.tabs')} className="tab-bar">
      <ul className="grid grid-cols-5">
        {tabs.map(({ screen, path, label, Sign }) => (
          <li key={screen} className="min-w-0">
            <Link
              to={path}
              aria-current={here === screen ? 'page' : undefined}
              className="relative flex min-h-14 flex-col items-center justify-center gap-0.5 border-t-2 border-transparent px-0.5 text-[min(0.75rem,3.6vw)] leading-4 text-faded no-underline aria-[current]:border-accent aria-[current]:font-strong aria-[current]:text-accent"
            >
              <Sign size={20} aria-hidden strokeWidth={1.75} />
              <span className="max-w-full truncate">{label}</span>
              <Dot screen={screen} market={linkSuffix} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Dot({ screen, market }: { screen: string; market: LinkSuffix }) {
  const place = 'absolute top-2 left-[calc(50%+0.625rem)] ring-2 ring-paper'
  if (screen === 'tools') return <Unread at="tab" />
  if (screen === 'education') return <UpdateDot of={{ page: screen }} className={place} />
  if (screen !== 'finlist' && screen !== 'markettrend') return null
  return <UpdateDot of={{ page: screen, market }} className={place} />
}
