import type { GameLevel } from '@finlist/contract/fintrainer'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { isUnanswered } from '../../api/call-error.ts'
import { queryClient } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Board } from './Board.tsx'
import type { Leave } from './LeaveQuestion.tsx'
import { leaveLevel, levelList } from './queries.ts'
import { type Scenario, scenarioOf, type Turn, turnOf, unstarted } from './scenarios.ts'
import { TopBar } from './TopBar.tsx'

const LeaveQuestion = lazy(() => import('./LeaveQuestion.tsx'))
const NoMoreLevels = lazy(() => import('./NoMoreLevels.tsx'))

type Props = {
  scenario: Scenario
  levels: readonly GameLevel[]
  onScenario: (scenario: Scenario | undefined) => void
  onBoard: () => void
  onHelp: () => void
}

/** Plays the stocks of a scenario one after another, until none is left. */
export function Game({ scenario, levels, onScenario, ...bar }: Props) {
  const navigate = useNavigate()
  const [turn, setTurn] = useState(() => turnOf(levels, scenario, Math.random()))
  const [turns, setTurns] = useState(0)
  const next = (known = queryClient.getQueryData(levelList().queryKey) ?? levels) => {
    setTurn(turnOf(known, scenario, Math.random()))
    setTurns(turns + 1)
  }
  // Refetches the levels, because a level may have been started on another device, or by a call that had no response.
  const again = () => void queryClient.fetchQuery(levelList()).then(next, console.error)
  const leave = (wish: Leave) => {
    if (wish.to === 'next') next()
    else if (wish.to === 'scenario') onScenario(wish.scenario)
    else void navigate('/')
  }
  if (turn.level)
    return <Board key={turns} level={turn.level} scenario={scenario} onLeave={leave} onAgain={again} {...bar} />
  return (
    <>
      <TopBar onBack={() => leave({ to: 'back' })} {...bar} />
      <main id="content" />
      <Suspense fallback={null}>
        {turn.elsewhere ? (
          <Elsewhere level={turn.elsewhere} wanted={scenario} onLeft={next} onStay={onScenario} />
        ) : (
          <NoMoreLevels
            scenario={scenario}
            isOpen={one => unstarted(levels, one).length > 0}
            onChoose={onScenario}
            onClose={() => onScenario(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

type ElsewhereProps = {
  level: NonNullable<Turn['elsewhere']>
  wanted: Scenario
  onLeft: () => void
  onStay: (scenario: Scenario) => void
}

/** Asks whether to finish a stock started in another scenario. Only one stock can be played at a time. */
function Elsewhere({ level, wanted, onLeft, onStay }: ElsewhereProps) {
  const t = useTranslation('fintrainer')
  const leaving = useMutation({ mutationFn: leaveLevel, onSuccess: onLeft, onError: console.error })
  const unanswered = isUnanswered(leaving.error)
  return (
    <LeaveQuestion
      leave={{ to: 'scenario', scenario: wanted }}
      state={undefined}
      busy={leaving.isPending}
      wrong={leaving.error ? t(unanswered ? 'failed.unanswered' : 'failed') : undefined}
      onAnswer={yes => (yes ? leaving.mutate(level) : onStay(scenarioOf(level)))}
    />
  )
}
