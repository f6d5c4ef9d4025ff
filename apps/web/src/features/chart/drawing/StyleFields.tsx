import {
  type Drawing,
  type DrawingStyle,
  drawingColours,
  fills,
  lineStyles,
  lineWidths,
} from '@finlist/domain/chart/drawings'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { type Kind, styleOf } from './kind.ts'
import { cssColours } from './paint-shapes.ts'
import { useWords } from './use-words.ts'

type Props = { drawing: Drawing; kind: Kind; onStyle: (style: Partial<DrawingStyle> | undefined) => void }

/** Fields for colour, width, line style and fill. Shows only those that the kind of drawing has. */
export function StyleFields({ drawing, kind, onStyle }: Props) {
  const { t } = useWords()
  const name = useId()
  const style = styleOf(drawing, kind)
  const set = (part: Partial<DrawingStyle>) => onStyle({ ...drawing.style, ...part })
  const choice = <K extends 'width' | 'line' | 'fill'>(what: K, values: readonly DrawingStyle[K][]) =>
    kind.settings.includes(what) && (
      <SegmentedControl
        legend={t(`style.${what}`)}
        options={values.map(value => ({ value: String(value), label: t(`${what}.${value}` as 'line.solid') }))}
        value={String(style[what])}
        onChange={chosen => set({ [what]: values.find(value => String(value) === chosen) })}
      />
    )
  return (
    <div className="grid gap-3">
      <fieldset className="min-w-0">
        <legend className="mb-1 text-13 font-strong">{t('style.colour')}</legend>
        <div className="grid max-w-90 grid-cols-8">
          {drawingColours.map(colour => (
            <label
              key={colour}
              title={t(`colour.${colour}`)}
              className="grid h-11 cursor-pointer place-items-center rounded-sm has-checked:bg-wash has-focus-visible:outline-2 has-focus-visible:outline-accent md:h-8"
            >
              <input
                type="radio"
                name={name}
                aria-label={t(`colour.${colour}`)}
                checked={colour === style.colour}
                onChange={() => set({ colour })}
                className="sr-only"
              />
              <span
                aria-hidden
                className="grid size-6 place-items-center rounded-full text-paper md:size-5"
                style={{ background: cssColours[colour] }}
              >
                {colour === style.colour && <Check size={14} strokeWidth={3} />}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {choice('width', lineWidths)}
      {choice('line', lineStyles)}
      {choice('fill', fills)}
      <div>
        <Button className="px-3! text-13!" disabled={!drawing.style} onClick={() => onStyle(undefined)}>
          {t('style.usual')}
        </Button>
      </div>
    </div>
  )
}
