import { Link } from '../../components/link.tsx'
import { tagged } from '../../i18n/tagged.tsx'
import { useTranslation } from '../../i18n/texts.ts'

/** The parts of the guide, each with the screens to which its text links. */
const parts = [
  { id: 'week', to: { finlist: '/finlist-hk', trend: '/markettrend-hk' } },
  { id: 'market', to: { trend: '/markettrend-hk', faq: '/faq#data' } },
  { id: 'list', to: { finlist: '/finlist-hk', patterns: '/education?tab=patterns' } },
  { id: 'chart', to: { chart: '/interactive-chart' } },
  { id: 'finder', to: { finder: '/finder-hk' } },
  { id: 'watchlist', to: { watchlist: '/watchlist' } },
  {
    id: 'hongkong',
    to: {
      shareholding: '/top-shareholding-change',
      movers: '/market-movers-hk',
      alerts: '/stock-news-hk',
    },
  },
  { id: 'practice', to: { simulator: '/practice/simulator', trainer: '/fintrainer' } },
  { id: 'learn', to: { videos: '/education?tab=videos', club: '/education' } },
  { id: 'rules', to: {} },
] as const satisfies { id: string; to: Record<string, string> }[]

/** Describes how the parts of the service fit together, in the order in which they are used during a week. */
export default function ServiceGuide() {
  const t = useTranslation('education')
  return (
    <article aria-label={t('tab.services')} className="max-w-[76ch]">
      <p className="text-16">{t('services.intro')}</p>
      <nav aria-label={t('services.contents')} className="mt-5 border-y border-line py-2">
        <ol className="gap-x-8 md:columns-2">
          {parts.map(({ id }, at) => (
            <li key={id} className="flex min-h-11 items-center gap-3 md:min-h-8">
              <span className="figures w-5 text-13 text-faded">{at + 1}</span>
              <a href={`#${id}`} className="text-14 text-accent underline-offset-2 hover:underline">
                {t(`services.${id}`)}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {parts.map(({ id, to }, at) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-8 scroll-mt-3">
          <h2 id={`${id}-title`} className="flex gap-3 text-16 font-strong">
            <span className="figures w-5 font-normal text-faded">{at + 1}</span>
            {t(`services.${id}`)}
          </h2>
          {t(`services.${id}.text`)
            .split('\n')
            .map(paragraph => (
              <p key={paragraph} className="mt-2 pl-8 text-14">
                {tagged(paragraph, linksTo(to))}
              </p>
            ))}
        </section>
      ))}
    </article>
  )
}

const linksTo = (to: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(to).map(([name, address]) => [
      name,
      (text: string) => (
        <Link to={address} className="text-accent underline underline-offset-2">
          {text}
        </Link>
      ),
    ]),
  )
