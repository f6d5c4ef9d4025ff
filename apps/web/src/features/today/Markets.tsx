import type { Today } from '@finlist/contract/today'
import { markets as known } from '@finlist/domain/markets'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { StateShape, stateColour } from '../../components/market-state.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Section } from '../../ui/section.tsx'

type Told = Today['markets'][number]

/** The states of the user's markets, and the changes in their lists since the previous issue. */
export function Markets({ markets }: { markets: Today['markets'] }) {
  const t = useTranslation('today')
  return (
    <Section title={t('markets')}>
      {markets.length === 0 ? (
        <p className="py-3 text-14 text-faded">
          {t('markets.none')}{' '}
          <Link to="/subscribe" className="text-accent underline underline-offset-2">
            {t('plans')}
          </Link>
        </p>
      ) : (
        <ul>
          {known.flatMap(({ id, linkSuffix }) => {
            const told = markets.find(({ exchange }) => exchange === id)
            return told ? (
              <li
                key={id}
                className="grid grid-cols-2 items-center gap-x-4 gap-y-1 border-b border-line py-2 md:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)] md:grid-rows-[auto_auto]"
              >
                <h3 className="text-13 font-strong max-md:col-span-2">{t(`market.${linkSuffix}`)}</h3>
                {told.states && (
                  <>
                    <State term="short" state={told.states.short} to={`/markettrend-${linkSuffix}`} />
                    <State term="long" state={told.states.long} to={`/markettrend-${linkSuffix}`} />
                  </>
                )}
                {told.list && <ListLine list={told.list} to={`/finlist-${linkSuffix}`} />}
              </li>
            ) : (
              []
            )
          })}
        </ul>
      )}
    </Section>
  )
}

type StateProps = { term: 'short' | 'long'; state: NonNullable<Told['states']>['short']; to: string }

function State({ term, state, to }: StateProps) {
  const t = useTranslation('market-trend')
  return (
    <Link
      to={to}
      className="flex min-h-11 min-w-0 items-center gap-2.5 text-ink no-underline underline-offset-2 hover:underline"
    >
      {state && <StateShape trend={state.trend} size={32} />}
      <span className="min-w-0">
        <span className="block text-12 text-faded">{t(`term.${term}`)}</span>
        {state ? (
          <span className="block text-14 font-strong" style={{ color: stateColour[state.trend] }}>
            {t(`state.${state.trend}`)}
          </span>
        ) : (
          <span className="block text-13 text-faded">{t('state.none')}</span>
        )}
        {state && (
          <span className="block text-12 text-faded">{t('since', { date: formatDay(state.startDate, 'short') })}</span>
        )}
      </span>
    </Link>
  )
}

function ListLine({ list, to }: { list: NonNullable<Told['list']>; to: string }) {
  const t = useTranslation('today')
  const { issueDate, previousDate, added, stayed, left } = list
  return (
    <Link
      to={previousDate ? `${to}#changes` : to}
      className="col-span-full flex min-h-11 flex-wrap items-center gap-x-3 text-13 text-ink no-underline underline-offset-2 hover:underline md:col-[2/-1] md:min-h-6"
    >
      <span className="font-strong">{t('list.of', { date: formatDay(issueDate, 'short') })}</span>
      <span>{previousDate ? t('list.changes', { added, stayed, left }) : t('list.first')}</span>
    </Link>
  )
}
