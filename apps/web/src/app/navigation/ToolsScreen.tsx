import { user } from '@finlist/contract/account/account'
import { type LinkSuffix, markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { Link } from '../../components/link.tsx'
import { SupportContacts, useIsReachable } from '../../components/notices/support-contacts.tsx'
import { ReadingSettings } from '../../components/views/reading-settings.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { type Path, pathOf } from '../paths.ts'
import { adminLinks } from './admin-links.ts'
import { FooterLinks } from './FooterLinks.tsx'
import { MarketMark } from './SidebarGroup.tsx'
import { Unread } from './Unread.tsx'

/** Lists every screen, because a phone has no sidebar. */
export default function ToolsScreen() {
  const t = useTranslation('tools')
  const isReachable = useIsReachable()
  const { data: me } = useQuery(callQuery(user))
  return (
    <>
      <PageHeader title={t('screen.tools')} />
      <div className="gap-x-10 md:columns-2 xl:columns-3">
        <Links title={t('account')}>
          <Row to="/today">{t('screen.today')}</Row>
          <Row to="/inbox">
            {t('screen.inbox')}
            <Unread at="row" />
          </Row>
          <Row to="/alerts">{t('screen.alerts')}</Row>
          <Row to="/dashboard">{t('screen.dashboard')}</Row>
          <Row to="/subscribe">{t('nav.subscribe')}</Row>
          <Row to="/faq">{t('screen.faq')}</Row>
          {me?.roles.includes('affiliate') && <Row to="/affiliates">{t('screen.affiliates')}</Row>}
          {adminLinks(me?.roles).map(({ path, screen }) => (
            <Row key={path} to={path}>
              {t(`screen.${screen}`)}
            </Row>
          ))}
        </Links>
        <Links title={t('practise')}>
          <Row to="/interactive-chart">{t('screen.chart')}</Row>
          <Row to="/screener">{t('screen.screener')}</Row>
          <Row to="/fintrainer">{t('screen.fintrainer')}</Row>
          <Row to="/practice/simulator">{t('screen.simulator')}</Row>
          <Row to="/watchlist">{t('screen.watchlist')}</Row>
          <Row to="/education">{t('screen.education')}</Row>
          <Row to="/education?tab=glossary">{t('glossary')}</Row>
        </Links>
        <Links title={t('market.hk')} of="hk">
          <Row to="/finlist-hk">{t('nav.finlist')}</Row>
          <Row to="/markettrend-hk">{t('nav.markettrend')}</Row>
          <Row to="/finder-hk">{t('screen.finder')}</Row>
          <Row to="/top-shareholding-change">{t('screen.shareholding')}</Row>
          <Row to="/market-movers-hk">{t('screen.movers')}</Row>
          <Row to="/market-movers-plus-hk">{t('screen.movers-plus')}</Row>
          <Row to="/stock-news-hk">{t('screen.profit-alerts')}</Row>
        </Links>
        {markets.slice(1).map(({ linkSuffix }) => (
          <Links key={linkSuffix} title={t(`market.${linkSuffix}`)} of={linkSuffix}>
            <Row to={pathOf('finlist', linkSuffix)}>{t('nav.finlist')}</Row>
            <Row to={pathOf('markettrend', linkSuffix)}>{t('nav.markettrend')}</Row>
          </Links>
        ))}
      </div>
      <div className="mt-8">
        <ReadingSettings />
      </div>
      {isReachable && (
        <section aria-labelledby="support" className="mt-8">
          <h2 id="support" className="border-b border-ink pb-1.5 text-13 font-strong">
            {t('support')}
          </h2>
          <SupportContacts />
        </section>
      )}
      <FooterLinks
        className="mt-8 md:hidden"
        link="inline-flex min-h-11 items-center text-14 text-accent underline underline-offset-2 mr-2"
      />
    </>
  )
}

function Links({ title, of, children }: { title: string; of?: LinkSuffix; children: ReactNode }) {
  return (
    <section className="mb-7 break-inside-avoid">
      <h2 className="flex items-center gap-2 border-b border-ink pb-1.5 text-13 font-strong">
        {of && <MarketMark of={of} />}
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

function Row({ to, children }: { to: Path | `${Path}?${string}`; children: ReactNode }) {
  return (
    <li className="border-b border-line">
      <Link
        to={to}
        className="flex min-h-11 items-center justify-between gap-3 text-14 text-ink no-underline hover:bg-wash md:min-h-9"
      >
        {children}
        <ChevronRight size={14} aria-hidden className="shrink-0 text-faded" />
      </Link>
    </li>
  )
}
