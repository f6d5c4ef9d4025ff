import type { GameLevel } from '@finlist/contract/fintrainer'
import { ChevronRight, Play } from 'lucide-react'
import { useOperator } from '../../api/operator.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LessonPicture } from './LessonPicture.tsx'
import { isIn, type Scenario, scenarioOf, scenarios, unstarted } from './scenarios.ts'

type Props = { levels: readonly GameLevel[] | undefined; onChoose: (scenario: Scenario) => void }

/** Introduces the game and offers a choice of scenarios. */
export function Welcome({ levels, onChoose }: Props) {
  const t = useTranslation('fintrainer')
  const { demoData } = useOperator()
  const begun = levels?.find(({ open }) => open)
  return (
    <div className="mx-auto w-full max-w-200 self-center px-4 py-6 md:px-8 md:py-10">
      <div className="grid items-center gap-x-10 gap-y-4 md:grid-cols-2">
        <LessonPicture buys sells gain className="w-full max-md:max-h-36 md:order-2" />
        <div>
          <h2 className="text-20 font-strong tracking-tight md:text-28">{t('welcome.title')}</h2>
          <p className="mt-2 text-16 text-faded">{t('welcome')}</p>
          {begun && (
            <Button variant="main" className="mt-4 max-md:w-full" onClick={() => onChoose(scenarioOf(begun))}>
              <Play size={16} aria-hidden />
              {t('scenario.go-on', { scenario: t(`scenario.${scenarioOf(begun)}`) })}
            </Button>
          )}
        </div>
      </div>
      <h3 className="mt-6 border-b border-ink pb-2 text-13 font-strong md:mt-8">{t('scenario.choose')}</h3>
      <ul>
        {scenarios.map(scenario => (
          <li key={scenario} className="border-b border-line">
            <Choice scenario={scenario} levels={levels} onChoose={() => onChoose(scenario)} />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-12 text-faded">{t('footer.educational')}</p>
      {demoData && <p className="text-12 text-faded">{t('demo')}</p>}
    </div>
  )
}

type ChoiceProps = { scenario: Scenario; levels: readonly GameLevel[] | undefined; onChoose: () => void }

function Choice({ scenario, levels, onChoose }: ChoiceProps) {
  const t = useTranslation('fintrainer')
  const all = levels?.filter(level => isIn(level, scenario)).length
  const left = levels && unstarted(levels, scenario).length
  const begun = levels?.some(level => level.open && isIn(level, scenario))
  return (
    <button
      type="button"
      disabled={!all}
      onClick={onChoose}
      className="flex min-h-15 w-full items-center gap-4 py-2 text-start hover:not-disabled:bg-wash disabled:text-faded md:-mx-3 md:w-[calc(100%+1.5rem)] md:rounded-md md:px-3"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-16 font-strong">{t(`scenario.${scenario}`)}</span>
        <span className="block text-13 text-faded">{t(`scenario.${scenario}.about`)}</span>
      </span>
      <span className="shrink-0 text-end text-13 text-faded tabular-nums">
        {all === undefined ? (
          <Skeleton className="h-4 w-20" />
        ) : all === 0 ? (
          t('scenario.none')
        ) : left === 0 && !begun ? (
          t('scenario.finished')
        ) : (
          t('scenario.left', { count: left ?? 0, all })
        )}
      </span>
      <ChevronRight size={18} aria-hidden className="shrink-0 text-faded" />
    </button>
  )
}
