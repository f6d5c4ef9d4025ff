import type { LinkSuffix } from '@finlist/domain/markets'
import { ChevronRight } from 'lucide-react'
import { useLocation } from 'react-router'
import { useStored, write } from '../../api/storage.ts'
import { UpdateDot } from '../../components/marks/update-dot.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { marketAt, pathOf } from '../paths.ts'
import { SidebarLink } from './SidebarLink.tsx'

/** A market's group in the sidebar, with its pages; remembers whether it was open. */
export function SidebarGroup({ of }: { of: LinkSuffix }) {
  const t = useTranslation()
  const sidebar = useStored('sidebar')
  const isOpen = sidebar.open.includes(of)
  const holdsPage = marketAt(useLocation().pathname) === of
  const toggle = () =>
    write('sidebar', { ...sidebar, open: isOpen ? sidebar.open.filter(other => other !== of) : [...sidebar.open, of] })
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-current={!isOpen && holdsPage ? 'true' : undefined}
        aria-controls={`sidebar-${of}`}
        onClick={toggle}
        className="flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2 py-1 text-left text-13 font-strong hover:bg-wash aria-[current]:bg-accent-wash aria-[current]:text-accent"
      >
        <MarketMark of={of} />
        <span className="flex-1">{t(`market.${of}`)}</span>
        <ChevronRight
          size={14}
          aria-hidden
          className={`shrink-0 text-faded transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
      </button>
      <ul id={`sidebar-${of}`} hidden={!isOpen} className="mb-1.5 ml-4.5 border-l border-line pl-2">
        <Entry
          path={pathOf('finlist', of)}
          label={t('nav.finlist')}
          beside={<UpdateDot of={{ page: 'finlist', market: of }} className="ml-auto" />}
        />
        <Entry
          path={pathOf('markettrend', of)}
          label={t('nav.markettrend')}
          beside={<UpdateDot of={{ page: 'markettrend', market: of }} className="ml-auto" />}
        />
        {of === 'hk' && (
          <>
            <Entry path="/top-shareholding-change" label={t('screen.shareholding')} />
            <Entry path="/market-movers-hk" label={t('screen.movers')} />
            <Entry path="/market-movers-plus-hk" label={t('nav.movers-plus')} className="pl-5" />
            <Entry path="/stock-news-hk" label={t('screen.profit-alerts')} />
          </>
        )}
      </ul>
    </>
  )
}

function Entry(props: React.ComponentProps<typeof SidebarLink>) {
  return (
    <li>
      <SidebarLink {...props} />
    </li>
  )
}

/** The icon of a market: its letters in small type. */
export function MarketMark({ of }: { of: LinkSuffix }) {
  return (
    <span
      aria-hidden
      className="grid h-4.5 w-6 shrink-0 place-items-center rounded-sm border border-edge text-[0.625rem] leading-none font-strong text-faded uppercase"
    >
      {of}
    </span>
  )
}
