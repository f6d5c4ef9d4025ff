import type { Drawing } from '@finlist/domain/chart/drawings'
import { ArrowDownToLine, ArrowUpToLine, Bell, Eye, EyeOff, Lock, LockOpen, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { formatLevel } from '../../../components/market-figures.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Collapsible } from '../../../ui/collapsible.tsx'
import { ToolButton } from '../ToolButton.tsx'
import { kindOf } from './kinds.ts'
import { useWords } from './use-words.ts'

type Props = {
  drawings: readonly Drawing[]
  inWords: (drawing: Drawing) => string
  selected: readonly string[]
  /** Whether a press adds to the selection. */
  isSeveral: boolean
  onSeveral: () => void
  /** `more`: adds the drawing to the selection, or removes it if it is already selected. */
  onSelect: (id: string | undefined, more: boolean) => void
  onSelectAll: () => void
  onChange: (drawings: readonly Drawing[]) => void
  /** Omitted if no alert can be set. */
  onAlert?: ((price: number) => void) | undefined
}

/**
 * A list of the chart's drawings, each described in words, frontmost first. They can be selected, hidden, locked,
 * reordered and deleted.
 */
export function DrawingList(props: Props) {
  const { drawings, inWords, selected, isSeveral, onSeveral, onSelect, onSelectAll, onChange, onAlert } = props
  const { t } = useWords()
  if (drawings.length === 0) return null
  const isAnySeen = drawings.some(({ hidden }) => !hidden)
  const isOnly = (id: string) => selected.length === 1 && selected[0] === id
  const setAll = (part: Partial<Drawing>) => onChange(drawings.map(it => ({ ...it, ...part })))
  return (
    <Collapsible label={t('drawings', { count: drawings.length })} className="mt-4 border-t border-line pt-3">
      <div className="mt-1 max-w-180">
        <div className="flex flex-wrap gap-1">
          <ToolButton
            label={t(isAnySeen ? 'drawings.hide' : 'drawings.show')}
            onClick={() => setAll({ hidden: isAnySeen })}
          />
          <ToolButton label={t('drawings.delete')} onClick={() => onChange([])} />
          {drawings.length > 1 && (
            <ToolButton label={t('drawings.select-several')} on={isSeveral} onClick={onSeveral} />
          )}
          {drawings.length > 1 && (
            <p className="self-center px-1 text-12 text-faded max-md:hidden">{t('drawings.several')}</p>
          )}
        </div>
        <ul>
          {drawings.toReversed().map(drawing => (
            <Row
              key={drawing.id}
              drawing={drawing}
              name={inWords(drawing)}
              isSelected={selected.includes(drawing.id)}
              onSelect={shift => {
                const more = shift || isSeveral
                onSelect(!more && isOnly(drawing.id) ? undefined : drawing.id, more)
              }}
              onSelectAll={onSelectAll}
              onChange={part => onChange(drawings.map(it => (it.id === drawing.id ? { ...it, ...part } : it)))}
              onOrder={front => {
                const others = drawings.filter(it => it !== drawing)
                onChange(front ? [...others, drawing] : [drawing, ...others])
              }}
              onAlert={onAlert}
              onDelete={() => onChange(drawings.filter(it => it !== drawing))}
            />
          ))}
        </ul>
      </div>
    </Collapsible>
  )
}

type RowProps = {
  drawing: Drawing
  name: string
  isSelected: boolean
  onSelect: (more: boolean) => void
  onSelectAll: () => void
  onChange: (part: Partial<Drawing>) => void
  onOrder: (front: boolean) => void
  onAlert: Props['onAlert']
  onDelete: () => void
}

function Row({ drawing, name, isSelected, onSelect, onSelectAll, onChange, onOrder, onAlert, onDelete }: RowProps) {
  const { t } = useWords()
  const tChart = useTranslation('chart')
  const { hidden, locked, type, points } = drawing
  const level = kindOf(type)?.level?.(points as never)
  const byKey = (event: KeyboardEvent) => {
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a'
    if (!isAll && !(event.shiftKey && event.key === 'Enter')) return
    event.preventDefault()
    if (isAll) onSelectAll()
    else onSelect(true)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-1 border-b border-line">
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={({ shiftKey }) => onSelect(shiftKey)}
        onKeyDown={byKey}
        className="min-h-11 min-w-0 flex-1 px-1 text-start text-13 -outline-offset-2 hover:bg-wash aria-pressed:font-strong aria-pressed:text-accent max-md:basis-full md:min-h-8 md:py-1"
      >
        {name}
        {hidden && <span className="text-faded"> ({t('drawing.hidden')})</span>}
      </button>
      {onAlert && level !== undefined && (
        <ToolButton
          label={tChart('alert.drawing', { price: formatLevel(level) })}
          aria-haspopup="dialog"
          onClick={() => onAlert(level)}
        >
          <Bell size={15} aria-hidden />
        </ToolButton>
      )}
      <ToolButton label={t(hidden ? 'drawing.show' : 'drawing.hide')} onClick={() => onChange({ hidden: !hidden })}>
        {hidden ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
      </ToolButton>
      <ToolButton label={t(locked ? 'drawing.unlock' : 'drawing.lock')} onClick={() => onChange({ locked: !locked })}>
        {locked ? <Lock size={15} aria-hidden /> : <LockOpen size={15} aria-hidden />}
      </ToolButton>
      <ToolButton label={t('drawing.front')} onClick={() => onOrder(true)}>
        <ArrowUpToLine size={15} aria-hidden />
      </ToolButton>
      <ToolButton label={t('drawing.back')} onClick={() => onOrder(false)}>
        <ArrowDownToLine size={15} aria-hidden />
      </ToolButton>
      <ToolButton label={t('drawing.delete-one', { name })} onClick={onDelete}>
        <Trash2 size={15} aria-hidden />
      </ToolButton>
    </li>
  )
}
