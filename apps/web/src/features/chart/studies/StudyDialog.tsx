import type { Resolution } from '@finlist/domain/chart/spans'
import { byInterval, inputsOfType, mostStudies, type Study, studyTypes } from '@finlist/domain/chart/studies'
import { Plus, Trash2 } from 'lucide-react'
import { type Key, useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import Dialog from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ToolButton } from '../ToolButton.tsx'
import type { BoardActions } from '../use-board.ts'
import { Templates } from './Templates.tsx'

type Props = {
  studies: readonly Study[]
  resolution: Resolution
  mayHaveStrength: boolean
  act: Pick<BoardActions, 'addStudy' | 'setStudy' | 'removeStudy' | 'set'>
  heights: () => Record<string, number>
  onClose: () => void
}

/** Load it lazily. The studies of the chart: to add, set and remove them; and their templates. */
export default function StudyDialog({ studies, resolution, mayHaveStrength, act, heights, onClose }: Props) {
  const t = useTranslation('chart')
  const known = studyTypes.filter(type => type !== 'RS' || mayHaveStrength)
  const addable = known.filter(type => (type !== 'RS' && type !== 'VOL') || !studies.some(it => it.type === type))
  return (
    <Dialog open onClose={onClose} title={t('studies')} closeLabel={t('close')}>
      <h3 className="text-13 font-strong">{t('studies.add')}</h3>
      <div className="mt-2 flex flex-wrap gap-2">
        {addable.map(type => (
          <Button
            key={type}
            className="px-3! text-13!"
            disabled={studies.length >= mostStudies}
            onClick={() => act.addStudy(type)}
          >
            <Plus size={15} aria-hidden />
            {t(`study.${type}`)}
          </Button>
        ))}
      </div>
      <h3 className="mt-6 text-13 font-strong">{t('studies.on-chart')}</h3>
      {studies.length === 0 && <p className="mt-2 text-14 text-faded">{t('studies.none')}</p>}
      <p className="mt-1 text-12 text-faded">{t('studies.blank')}</p>
      <ul>
        {studies
          .filter(({ type }) => known.includes(type))
          .map(study => (
            <li key={study.id} className="flex items-end gap-3 border-b border-line py-2">
              <fieldset
                aria-label={t(`study.${study.type}`)}
                className="grid min-w-0 flex-1 items-center gap-x-4 gap-y-1 md:grid-cols-[11rem_1fr]"
              >
                <p className="text-14">{t(`study.${study.type}`)}</p>
                <div className="flex flex-wrap gap-x-3 gap-y-2">
                  {inputsOfType(study.type).map(({ name, usual, least, most, whole }) => (
                    <TextField
                      key={name}
                      type="number"
                      className="w-24 md:w-26"
                      label={t(`input.${name}` as Key<'chart'>)}
                      min={least}
                      max={most}
                      step={whole === false ? 0.1 : 1}
                      placeholder={String(usual ?? byInterval(study.type, resolution))}
                      title={usual === null ? t('input.by-interval') : undefined}
                      value={study.params[name] ?? ''}
                      onChange={({ target }) => act.setStudy(withInput(study, name, target.value))}
                    />
                  ))}
                </div>
              </fieldset>
              <ToolButton
                label={t('study.remove', { name: t(`study.${study.type}`) })}
                onClick={() => act.removeStudy(study.id)}
              >
                <Trash2 size={16} aria-hidden />
              </ToolButton>
            </li>
          ))}
      </ul>
      <Templates
        studies={studies}
        heights={heights}
        onApply={(next, panes) => {
          act.set({ studies: next, heights: panes })
          onClose()
        }}
      />
    </Dialog>
  )
}

/** An empty input is null: the default of the interval, or the usual one. */
function withInput(study: Study, name: string, text: string): Study {
  const number = Number(text)
  return { ...study, params: { ...study.params, [name]: text === '' || !Number.isFinite(number) ? null : number } }
}
