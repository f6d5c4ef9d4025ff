import { leastPower, mostPower, turnoverFloors } from '@finlist/contract/movers'
import { counts } from '@finlist/i18n/counts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ForbiddenError } from '../../api/call-error.ts'
import { currentLanguage } from '../../api/language.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { type PlusFloors, useFloors } from './floors.ts'
import { HourLists } from './HourLists.tsx'
import { hourlyMoversPlus } from './queries.ts'
import { StepSlider } from './StepSlider.tsx'
import { WaitingLists } from './WaitingLists.tsx'

/** The lists, filtered by a minimum volume and turnover. They are dimmed while new ones load. */
export function PlusMovers() {
  const { floors, change } = useFloors()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...hourlyMoversPlus(10 ** floors.power, floors.turnover),
    placeholderData: keepPreviousData,
  })
  const isClosed = error instanceof ForbiddenError
  if (isClosed) return <CallFailed error={error} />
  return (
    <>
      <Floors floors={floors} onChange={change} />
      {error && (!data || isPlaceholderData) ? (
        <CallFailed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <HourLists
          hour={data}
          failed={error !== null}
          busy={isPlaceholderData}
          leastVolume={10 ** floors.power}
          leastTurnover={floors.turnover}
        />
      ) : (
        <WaitingLists />
      )}
    </>
  )
}

const whole = new Intl.NumberFormat('en')

/** Formats a round number in the language's large units. */
function short(value: number): string {
  const [large, small] = counts[currentLanguage()]
  const unit = value >= large.of ? large : small
  return `${value / unit.of}${unit.name}`
}

function Floors({ floors, onChange }: { floors: PlusFloors; onChange: (part: Partial<PlusFloors>) => void }) {
  const t = useTranslation('movers')
  const turnoverAt = (at: number) => turnoverFloors[at] ?? 0
  return (
    <div className="mb-5 flex flex-wrap gap-x-10 gap-y-4">
      <StepSlider
        id="min-volume"
        label={t('min-volume')}
        least={leastPower}
        most={mostPower}
        value={floors.power}
        told={power => t('shares', { shares: whole.format(10 ** power) })}
        mark={power => short(10 ** power)}
        onRelease={power => onChange({ power })}
      />
      <StepSlider
        id="min-turnover"
        label={t('min-turnover')}
        least={0}
        most={turnoverFloors.length - 1}
        value={turnoverFloors.indexOf(floors.turnover)}
        told={at => (at === 0 ? t('any') : t('money', { amount: whole.format(turnoverAt(at)) }))}
        mark={at => (at === 0 ? t('any.short') : short(turnoverAt(at)))}
        onRelease={at => onChange({ turnover: turnoverAt(at) as PlusFloors['turnover'] })}
      />
    </div>
  )
}
