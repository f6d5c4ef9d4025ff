import { ArrowRight } from 'lucide-react'
import { useTranslation } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Link } from '../link.tsx'
import Example from './example.tsx'

const included = [
  { to: '/alerts', key: 'has.alerts' },
  { to: '/interactive-chart', key: 'has.charts' },
  { to: '/fintrainer', key: 'has.trainer' },
] as const

/** Lazy-loaded. A page for people whose plan does not include it: what it looks like, what opens it, and what they have. */
export default function ClosedExample({ of }: { of: 'watchlist' | 'finder' }) {
  const t = useTranslation('examples')
  return (
    <Example of={of}>
      <div role="alert" className="mt-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="max-w-[48ch] flex-[1_1_18rem]">
          <p className="text-14 font-strong">{t('error.forbidden')}</p>
          <p className="mt-1 text-14 text-faded">{t(`${of}.opens`)}</p>
        </div>
        <Link to="/subscribe" className={buttonClass('subscribe', 'max-md:w-full')}>
          {t('error.forbidden.button')}
        </Link>
      </div>
      <section aria-labelledby="has" className="mt-8">
        <h2 id="has" className="border-b border-ink pb-1.5 text-14 font-strong">
          {t('has')}
        </h2>
        <ul>
          {included.map(({ to, key }) => (
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
      </section>
    </Example>
  )
}
