import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { read, write } from '../../api/storage.ts'
import { Game } from './Game.tsx'
import { GameFailed } from './GameFailed.tsx'
import { levelList } from './queries.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { TopBar } from './TopBar.tsx'
import { Welcome } from './Welcome.tsx'

const Leaderboard = lazy(() => import('./Leaderboard.tsx'))
const Tutorial = lazy(() => import('./Tutorial.tsx'))

/** The trading game, in the full window: a choice of scenarios, then one stock after another. */
export default function FinTrainerScreen() {
  const navigate = useNavigate()
  const [named, setNamed] = useSearchParams()
  const scenario = scenarios.find(one => one === named.get('scenario'))
  const levels = useQuery(levelList())
  const [open, setOpen] = useState<'how' | 'board' | undefined>(scenario && lessonIfNew())
  const choose = (wanted: Scenario | undefined) => {
    setNamed(wanted ? { scenario: wanted } : {})
    if (wanted) setOpen(lessonIfNew())
  }
  const learned = () => {
    write('tutorialSeen', true)
    setOpen(undefined)
  }
  const bar = { onBoard: () => setOpen('board'), onHelp: () => setOpen('how') }
  const away = () => void navigate('/')
  return (
    <div className="flex min-h-dvh flex-col">
      {scenario && levels.data ? (
        <Game key={scenario} scenario={scenario} levels={levels.data} onScenario={choose} {...bar} />
      ) : (
        <>
          <TopBar onBack={away} {...bar} />
          <main id="content" className="grid flex-1">
            {levels.error ? (
              <GameFailed error={levels.error} onRetry={() => void levels.refetch()} />
            ) : (
              <Welcome levels={levels.data} onChoose={choose} />
            )}
          </main>
        </>
      )}
      <Suspense fallback={null}>
        {open === 'how' && <Tutorial onClose={learned} />}
        {open === 'board' && <Leaderboard scenario={scenario ?? 'all'} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </div>
  )
}

/** The tutorial opens for players who have not seen it in this browser. */
const lessonIfNew = () => (read('tutorialSeen') ? undefined : 'how')
