import type { GameLevel } from '@finlist/contract/fintrainer'
import { lazy, Suspense, useState } from 'react'
import { isUnanswered } from '../../api/call-error.ts'
import { formatChange, formatPrice } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GameChart } from './GameChart.tsx'
import { GameFailed } from './GameFailed.tsx'
import type { Leave } from './LeaveQuestion.tsx'
import { Moves } from './Moves.tsx'
import { ScenarioChoice } from './ScenarioChoice.tsx'
import { Stats } from './Stats.tsx'
import type { Scenario } from './scenarios.ts'
import { TopBar } from './TopBar.tsx'
import { type Move, usePlay } from './use-play.ts'

const FinishSummary = lazy(() => import('./FinishSummary.tsx'))
const LeaveQuestion = lazy(() => import('./LeaveQuestion.tsx'))

type Props = {
  level: GameLevel
  scenario: Scenario
  onLeave: (leave: Leave) => void
  /** Called if the level could not be opened. */
  onAgain: () => void
  onBoard: () => void
  onHelp: () => void
}

/** One stock being played. Its figures, chart and controls fit the window without scrolling. */
export function Board({ level, scenario, onLeave, onAgain, onBoard, onHelp }: Props) {
  const t = useTranslation('fintrainer')
  const { opening, play, step, isStill } = usePlay(level)
  const [asked, setAsked] = useState<Leave>()
  const [seen, setSeen] = useState(false)
  /** Where the player goes after the summary. */
  const [next, setNext] = useState<Leave>({ to: 'next' })
  const finished = play?.state === 'finished'

  const leave = (wish: Leave) => (!play || finished ? onLeave(wish) : setAsked(wish))
  const answer = async (yes: boolean) => {
    const wish = asked
    if (!yes || !wish) return setAsked(undefined)
    try {
      await step.mutateAsync('finish')
    } catch {
      // The dialog stays open and shows the error.
      return
    }
    setAsked(undefined)
    // The outcome of this stock is shown first, unless the player leaves the game.
    if (wish.to === 'back') onLeave(wish)
    else setNext(wish)
  }
  const failure = step.error && t(isUnanswered(step.error) ? 'failed.unanswered' : 'failed')
  const moved = play && [play.fill && fillSaid(play.fill), daySaid(play.stats)].filter(Boolean).join('. ')
  return (
    <>
      <TopBar onBack={() => leave({ to: 'back' })} onBoard={onBoard} onHelp={onHelp}>
        <ScenarioChoice scenario={scenario} onChoose={chosen => leave({ to: 'scenario', scenario: chosen })} />
      </TopBar>
      {opening.error && !play ? (
        <main id="content">
          <GameFailed error={opening.error} onRetry={onAgain} />
        </main>
      ) : (
        <main
          id="content"
          aria-busy={!play}
          className="grid flex-1 grid-rows-[auto_minmax(15rem,1fr)_auto] md:grid-cols-[minmax(0,1fr)_19rem] md:grid-rows-[auto_1fr] [&>*]:min-w-0"
        >
          <div className="md:col-start-2 md:border-l md:border-line">
            <Stats stats={play?.stats} scenario={scenario} />
          </div>
          <section className="relative mx-3 mt-1 md:col-start-1 md:row-span-2 md:row-start-1 md:mx-5 md:mt-3 md:mb-2 md:min-h-80">
            {play ? (
              <GameChart play={play} title={finished ? nameOf(play.level) : t('stock')} />
            ) : (
              <Skeleton className="absolute inset-2" />
            )}
          </section>
          <div className="md:col-start-2 md:border-l md:border-line">
            {failure && !asked && (
              <div role="alert" className="mx-3 mt-2 flex items-center gap-3 border-l-2 border-wrong pl-3 md:mx-5">
                <p className="flex-1 text-13">{failure}</p>
                <Button disabled={!isStill} onClick={() => step.mutate(step.variables)}>
                  {t('error.retry')}
                </Button>
              </div>
            )}
            <Moves
              state={play?.state}
              isStill={isStill}
              onMove={(move: Move) => step.mutate(move)}
              onNext={() => leave(next)}
            />
          </div>
          <output className="sr-only">{moved}</output>
        </main>
      )}
      <Suspense fallback={null}>
        {asked && (
          <LeaveQuestion
            leave={asked}
            state={play?.state}
            busy={step.isPending}
            wrong={failure || undefined}
            onAnswer={yes => void answer(yes)}
          />
        )}
        {finished && !seen && (
          <FinishSummary play={play} scenario={scenario} onNext={() => onLeave(next)} onClose={() => setSeen(true)} />
        )}
      </Suspense>
    </>
  )

  function daySaid({ day, currentPrice }: { day: number; currentPrice: number }) {
    return t('said.day', { day, price: formatPrice(currentPrice) })
  }
  function fillSaid({ side, day, price }: { side: 'buy' | 'sell'; day: number; price: number }) {
    const change = play?.trade ? formatChange(play.trade.returnRate * 100) : ''
    return t(side === 'buy' ? 'said.bought' : 'said.sold-for', { day, price: formatPrice(price), change })
  }
}
