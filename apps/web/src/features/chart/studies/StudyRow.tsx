import type { Resolution } from '@finlist/domain/chart/spans'
import { type Study, usualOf } from '@finlist/domain/chart/studies'
import { Eye, EyeOff, GripVertical, SlidersHorizontal, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type Key, useTranslation } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ToolButton } from '../ToolButton.tsx'
import type { BoardActions } from '../use-board.ts'
import { StudyStyleFields } from './StudyStyleFields.tsx'
import type { StudyKind } from './study-kind.ts'
import { toggled } from './toggled.ts'

type Props = {
  study: Study
  kind: StudyKind
  name: string
  colour: string
  resolution: Resolution
  act: Pick<BoardActions, 'setStudy' | 'removeStudy' | 'set'>
  heights: () => Record<string, number>
  /** Whether only this study's settings were requested. If so, it cannot be moved, and its style is open. */
  isAlone: boolean
  onDrag: (event: PointerEvent) => void
  onKey: (event: KeyboardEvent) => void
}

/** A study on the chart: its inputs, its actions and, when opened, its style. */
export function StudyRow({ study, kind, name, colour, resolution, act, heights, isAlone, onDrag, onKey }: Props) {
  const t = useTranslation('studies')
  const tChart = useTranslation('chart')
  const [isOpen, setIsOpen] = useState(isAlone)
  const isHidden = study.style?.hidden === true
  return (
    <li data-id={study.id} className="border-b border-line py-2">
      <fieldset aria-label={name} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 md:flex-nowrap">
        {!isAlone && (
          <ToolButton
            label={t('move', { name })}
            title={t('move.how')}
            data-handle={study.id}
            onPointerDown={onDrag}
            onKeyDown={onKey}
            className="-ml-2 cursor-grab touch-none px-0! text-faded! md:min-w-7"
          >
            <GripVertical size={16} aria-hidden />
          </ToolButton>
        )}
        <span
          aria-hidden
          className={`w-4 border-t-3 ${isHidden ? 'opacity-30' : ''}`}
          style={{ borderColor: colour }}
        />
        <p className={`min-w-0 text-14 max-md:flex-1 md:w-48 ${isHidden ? 'text-faded line-through' : ''}`}>{name}</p>
        <div className="flex flex-wrap gap-x-3 gap-y-2 max-md:order-last max-md:w-full md:flex-1">
          {Object.entries(kind.inputs).map(([input, { least, most, step = 1, ...rest }]) => (
            <TextField
              key={input}
              type="number"
              className="w-24 md:w-22"
              label={t(`input.${input}` as Key<'studies'>)}
              min={least}
              max={most}
              step={step}
              placeholder={String(usualOf({ least, most, step, ...rest }, resolution, study.params))}
              title={typeof rest.usual === 'number' ? undefined : t('input.by-interval')}
              value={study.params[input] ?? ''}
              onChange={({ target }) => act.setStudy(withInput(study, input, target.value))}
            />
          ))}
        </div>
        <div className="flex">
          {!isAlone && (
            <ToolButton
              label={t('style.of', { name })}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
              className={isOpen ? 'bg-wash' : ''}
            >
              <SlidersHorizontal size={16} aria-hidden />
            </ToolButton>
          )}
          <ToolButton
            label={tChart(isHidden ? 'study.show' : 'study.hide', { name })}
            onClick={() => act.setStudy(toggled(study))}
          >
            {isHidden ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          </ToolButton>
          <ToolButton label={tChart('study.remove', { name })} onClick={() => act.removeStudy(study.id)}>
            <Trash2 size={16} aria-hidden />
          </ToolButton>
        </div>
      </fieldset>
      {isOpen && <StudyStyleFields study={study} name={name} hasPane={!kind.onPrice} act={act} heights={heights} />}
    </li>
  )
}

/** An empty input is stored as null, which means the default. */
function withInput(study: Study, name: string, text: string): Study {
  const number = Number(text)
  return { ...study, params: { ...study.params, [name]: text === '' || !Number.isFinite(number) ? null : number } }
}
