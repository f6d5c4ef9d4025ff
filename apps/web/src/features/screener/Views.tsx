import { Link } from '../../components/link.tsx'
import { useTranslation } from '../../i18n/texts.ts'

const views = [
  { key: 'screener', to: '/screener' },
  { key: 'market-map', to: '/screener/map' },
] as const

/** Links between the screener and the market map. */
export function Views({ current }: { current: (typeof views)[number]['key'] }) {
  const t = useTranslation('screener')
  return (
    <nav
      aria-label={t('views')}
      className="inline-flex max-w-full flex-wrap rounded-md border border-edge p-0.5 md:ml-auto"
    >
      {views.map(({ key, to }) => (
        <Link
          key={key}
          to={to}
          aria-current={key === current ? 'page' : undefined}
          className="flex min-h-10 items-center rounded-sm px-3 text-13 text-faded no-underline hover:text-ink aria-[current=page]:bg-accent aria-[current=page]:text-accent-ink md:min-h-7"
        >
          {t(`screen.${key}`)}
        </Link>
      ))}
    </nav>
  )
}
