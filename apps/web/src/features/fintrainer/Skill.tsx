import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { skillOf } from './queries.ts'
import type { Scenario } from './scenarios.ts'

/**
 * Shows whether the player's trades in the scenario are due to skill or could be luck. Renders nothing if there is no
 * response.
 */
export function Skill({ scenario }: { scenario: Scenario }) {
  const t = useTranslation('fintrainer')
  const { data, isPending } = useQuery(skillOf(scenario))
  if (isPending) return <Skeleton className="mt-4 h-12 w-full" />
  if (!data || data.trades === 0) return null
  const { verdict, trades, wins, expectedWins } = data
  const expected = formatNumber(Math.round(expectedWins * 10) / 10)
  return (
    <p className="mt-4 border-l-2 border-accent pl-3 text-13">
      <span className="font-strong">{t('skill')}</span> {t(`skill.${verdict}`)}
      <span className="block">{t('skill.wins', { count: trades, wins, expected })}</span>
    </p>
  )
}
