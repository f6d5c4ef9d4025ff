import { useTranslation } from '../../i18n/texts.ts'
import { type Scenario, scenarios } from './scenarios.ts'

type Props = { scenario: Scenario; onChoose: (scenario: Scenario) => void }

/** The current scenario, with a choice of others. */
export function ScenarioChoice({ scenario, onChoose }: Props) {
  const t = useTranslation('fintrainer')
  return (
    <select
      aria-label={t('scenario')}
      value={scenario}
      onChange={({ target }) => onChoose(target.value as Scenario)}
      className="h-11 max-w-max min-w-0 grow-99 basis-14 max-md:ml-1 rounded-md border border-edge bg-raised px-1 md:px-2 text-16 text-ink md:h-8 md:text-13"
    >
      {scenarios.map(one => (
        <option key={one} value={one}>
          {t(`scenario.${one}`)}
        </option>
      ))}
    </select>
  )
}
