import type { Drawing, DrawingStyle } from '@finlist/domain/chart/drawings'
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import Dialog from '../../../ui/dialogs/dialog.tsx'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { ToolButton } from '../ToolButton.tsx'
import { Actions } from './Actions.tsx'
import { type Kind, styleOf } from './kind.ts'
import { cssColours } from './paint-shapes.ts'
import { SeveralButton } from './SeveralButton.tsx'
import { StyleFields } from './StyleFields.tsx'
import { useWords } from './use-words.ts'

type Props = {
  drawing: Drawing
  kind: Kind
  onChange: (part: Partial<Drawing>) => void
  onStyle: (style: Partial<DrawingStyle> | undefined) => void
  onText: () => void
  /** Omitted if it is the only drawing. */
  onSeveral?: (() => void) | undefined
  onCopy: () => void
  onDelete: () => void
}

/** Actions for the single selected drawing, shown over the chart. */
export function SelectedBar({ drawing, kind, onChange, onStyle, onText, onSeveral, onCopy, onDelete }: Props) {
  const { t, nameOf } = useWords()
  const tChart = useTranslation('chart')
  const phone = useIsPhone()
  const [isStyling, setStyling] = useState(false)
  const name = nameOf(kind)
  const fields = <StyleFields drawing={drawing} kind={kind} onStyle={onStyle} />
  const closeBy = ({ key }: KeyboardEvent) => key === 'Escape' && setStyling(false)
  return (
    // Escape pressed anywhere in this bar closes what the bar has opened.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      aria-label={t('drawing.selected', { name })}
      onKeyDown={closeBy}
      className="absolute left-2 z-20 max-md:bottom-16 md:top-2 max-w-[calc(100%-1rem)] rounded-md border border-line bg-raised shadow-float"
    >
      <div className="flex items-center p-0.5">
        <ToolButton label={t('drawing.style')} aria-expanded={isStyling} onClick={() => setStyling(!isStyling)}>
          <span
            aria-hidden
            className="size-4 rounded-full"
            style={{ background: cssColours[styleOf(drawing, kind).colour] }}
          />
        </ToolButton>
        {kind.hasText && (
          <ToolButton label={t('drawing.text')} onClick={onText}>
            <Pencil size={16} aria-hidden />
          </ToolButton>
        )}
        {onSeveral && <SeveralButton on={false} onClick={onSeveral} />}
        <Actions
          isLocked={drawing.locked === true}
          deleteLabel={t('drawing.delete')}
          onChange={onChange}
          onCopy={onCopy}
          onDelete={onDelete}
        />
      </div>
      {isStyling && !phone && <div className="border-t border-line p-3">{fields}</div>}
      {isStyling && phone && (
        <Dialog
          open
          narrow
          onClose={() => setStyling(false)}
          title={t('drawing.style-of', { name })}
          closeLabel={tChart('close')}
        >
          {fields}
        </Dialog>
      )}
    </fieldset>
  )
}
