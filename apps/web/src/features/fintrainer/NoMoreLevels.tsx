import { useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { type Scenario, scenarios } from './scenarios.ts'

type Props = {
  scenario: Scenario
  /** Whether a scenario has stocks left to play. */
  isOpen: (scenario: Scenario) => boolean
  onChoose: (scenario: Scenario) => void
  onClose: () => void
}

/** Lazy-loaded. Reports that all stocks of the scenario have been played, and offers other scenarios. */
export default function NoMoreLevels({ scenario, isOpen, onChoose, onClose }: Props) {
  const t = useTranslation('fintrainer')
  const others = scenarios.filter(one => one !== scenario)
  const [chosen, setChosen] = useState(others.find(isOpen))
  const name = (one: Scenario) => t(`scenario.${one}`)
  return (
    <Dialog open narrow onClose={onClose} title={t('none.title')} closeLabel={t('close')}>
      <p className="text-14">{chosen ? t('none', { scenario: name(scenario) }) : t('none.all')}</p>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <SelectField
          label={t('none.choose')}
          className="min-w-40 flex-1"
          value={chosen ?? ''}
          disabled={!chosen}
          {...(!chosen && { empty: t('scenario.finished') })}
          onChange={({ target }) => setChosen(target.value as Scenario)}
          options={others.map(one => ({ value: one, label: name(one), disabled: !isOpen(one) }))}
        />
        <Button variant="main" disabled={!chosen} onClick={() => chosen && onChoose(chosen)}>
          {t('none.go')}
        </Button>
      </div>
    </Dialog>
  )
}
