import { markets } from '@finlist/domain/markets'
import { ChartCandlestick, GraduationCap, Home, ListChecks, Target } from 'lucide-react'
import { useStored } from '../../api/storage.ts'
import { UpdateDot } from '../../components/marks/update-dot.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { FooterLinks } from './FooterLinks.tsx'
import { MarketMark, SidebarGroup } from './SidebarGroup.tsx'
import { SidebarLink } from './SidebarLink.tsx'

/** The desktop's navigation; collapsed, it is a rail of icons. */
export default function Sidebar() {
  const t = useTranslation()
  const { collapsed } = useStored('sidebar')
  const tools = [
    { path: '/today', label: t('screen.today'), Sign: Home },
    { path: '/interactive-chart', label: t('screen.chart'), Sign: ChartCandlestick },
    { path: '/fintrainer', label: t('screen.fintrainer'), Sign: Target },
    { path: '/watchlist', label: t('screen.watchlist'), Sign: ListChecks },
    { path: '/education', label: t('screen.education'), Sign: GraduationCap },
  ] as const
  return (
    <div
      id="sidebar"
      className={`fixed top-12 bottom-0 left-0 z-10 hidden flex-col overflow-y-auto border-r border-line bg-panel md:flex ${collapsed ? 'w-14' : 'w-58'}`}
    >
      <nav aria-label={t('nav.main')} className="flex-1 p-2.5">
        <ul>
          {markets.map(({ linkSuffix }) => (
            <li key={linkSuffix}>
              {collapsed ? (
                <SidebarLink
                  path={`/finlist-${linkSuffix}`}
                  folded
                  label={t('screen.finlist', { market: t(`market.${linkSuffix}`) })}
                  beside={<UpdateDot of={{ page: 'finlist', market: linkSuffix }} className={onSign} />}
                >
                  <MarketMark of={linkSuffix} />
                </SidebarLink>
              ) : (
                <SidebarGroup of={linkSuffix} />
              )}
            </li>
          ))}
        </ul>
        <ul className="mt-2 border-t border-line pt-2">
          {tools.map(({ path, label, Sign }) => (
            <li key={path}>
              <SidebarLink
                path={path}
                folded={collapsed}
                label={label}
                beside={
                  path === '/education' && (
                    <UpdateDot of={{ page: 'education' }} className={collapsed ? onSign : 'ml-auto'} />
                  )
                }
              >
                <Sign size={16} aria-hidden className="shrink-0 text-faded" />
              </SidebarLink>
            </li>
          ))}
        </ul>
      </nav>
      {!collapsed && <FooterLinks className="border-t border-line px-4 py-3" />}
    </div>
  )
}

/** Position of a mark at the corner of a menu entry's icon while the sidebar is collapsed. */
const onSign = 'absolute top-0.5 right-0.5 ring-2 ring-panel'
