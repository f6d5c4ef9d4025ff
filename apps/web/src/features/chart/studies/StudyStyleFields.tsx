import { lineStyles, type Study, type StudyStyle, widestLine } from '@finlist/domain/chart/studies'
import { useId, useState } from 'react'
import { type Key, useTranslation } from '../../../i18n/texts.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import type { BoardActions } from '../use-board.ts'
import { palette } from './palette.ts'

type Props = {
  study: Study
  name: string
  hasPane: boolean
  act: Pick<BoardActions, 'setStudy' | 'set'>
  heights: () => Record<string, number>
}

const auto = 'auto'
/** Limits of a pane's height relative to other panes. */
const heightLimits = { least: 0.3, most: 4, step: 0.1 }
const widths = Array.from({ length: widestLine }, (_, at) => String(at + 1))

/** Fields for the colour, width and line style of a study, and for the height of its pane. */
export function StudyStyleFields({ study, name, hasPane, act, heights }: Props) {
  const t = useTranslation('studies')
  const { colour = auto, width, line } = study.style ?? {}
  const set = (part: { [Name in keyof StudyStyle]: StudyStyle[Name] | undefined }) => {
    const style = Object.entries({ ...study.style, ...part }).filter(([, value]) => value !== undefined)
    act.setStudy({ ...study, style: Object.fromEntries(style) as StudyStyle })
  }
  return (
    <section aria-label={t('style.of', { name })} className="flex flex-wrap gap-x-6 gap-y-3 pt-2 pb-1 md:pl-7">
      <Swatches value={colour} onChange={next => set({ colour: next === auto ? undefined : next })} />
      <SegmentedControl
        legend={t('style.width')}
        options={[{ value: auto, label: t('style.auto') }, ...widths.map(value => ({ value, label: value }))]}
        value={String(width ?? auto)}
        onChange={next => set({ width: next === auto ? undefined : Number(next) })}
      />
      <SegmentedControl
        legend={t('style.line')}
        options={[
          { value: auto, label: t('style.auto') },
          ...lineStyles.map(value => ({ value, label: t(`line.${value}`) })),
        ]}
        value={line ?? auto}
        onChange={next => set({ line: lineStyles.find(it => it === next) })}
      />
      {hasPane && <PaneHeight study={study.id} act={act} heights={heights} />}
    </section>
  )
}

function Swatches({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const t = useTranslation('studies')
  const group = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-13 font-strong">{t('style.colour')}</legend>
      <div className="flex flex-wrap items-center">
        {[auto, ...Object.keys(palette)].map(name => {
          const label = name === auto ? t('style.auto') : t(`colour.${name}` as Key<'studies'>)
          return (
            <label
              key={name}
              title={label}
              className="grid min-h-11 min-w-9 cursor-pointer place-items-center rounded-sm text-13 text-faded has-checked:bg-accent-wash has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent md:min-h-8 md:min-w-8"
            >
              <input
                type="radio"
                name={group}
                checked={name === value}
                onChange={() => onChange(name)}
                className="sr-only"
              />
              {name === auto ? (
                <span className="px-2">{label}</span>
              ) : (
                <>
                  <span className="sr-only">{label}</span>
                  <span aria-hidden className="size-4 rounded-full" style={{ background: palette[name] }} />
                </>
              )}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

function PaneHeight({ study, act, heights }: { study: string } & Pick<Props, 'act' | 'heights'>) {
  const t = useTranslation('studies')
  const field = useId()
  const [height, setHeight] = useState(() => heights()[study] ?? 1)
  return (
    <div className="min-w-40">
      <label htmlFor={field} className="mb-1 block text-13 font-strong">
        {t('style.height')}
      </label>
      <input
        id={field}
        type="range"
        min={heightLimits.least}
        max={heightLimits.most}
        step={heightLimits.step}
        value={height}
        onChange={({ target }) => {
          setHeight(Number(target.value))
          act.set({ heights: { ...heights(), [study]: Number(target.value) } })
        }}
        className="h-11 w-full accent-accent md:h-8"
      />
    </div>
  )
}
