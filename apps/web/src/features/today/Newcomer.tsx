import { ArrowRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from '../../components/link.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'

const Example = lazy(() => import('../../components/examples/example.tsx'))

const ways = [
  { to: '/finlist-hk', key: 'way.pick' },
  { to: '/market-movers-hk', key: 'way.movers' },
  { to: '/top-shareholding-change', key: 'way.holders' },
  { to: '/fintrainer', key: 'way.game' },
  { to: '/method', key: 'way.method' },
] as const

/** The page for people without a plan: what is open to everyone, and a link to the plans. */
export function Newcomer() {
  const t = useTranslation('today')
  return (
    <Section title={t('new')}>
      <p className="py-3 text-14">{t('new.text')}</p>
      <ul className="border-t border-line">
        {ways.map(({ to, key }) => (
          <li key={to} className="border-b border-line">
            <Link
              to={to}
              className="flex min-h-11 items-center justify-between gap-3 text-14 text-ink no-underline hover:bg-wash"
            >
              {t(key)}
              <ArrowRight size={14} aria-hidden className="shrink-0 text-faded" />
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/subscribe" className={buttonClass('subscribe', 'mt-5 max-md:w-full')}>
        {t('plans')}
      </Link>
      <Suspense>
        <Example of="today" />
      </Suspense>
    </Section>
  )
}
