import type { Drawing } from '@finlist/domain/chart/drawings'
import { Copy, EyeOff, Lock, LockOpen, Trash2 } from 'lucide-react'
import { ToolButton } from '../ToolButton.tsx'
import { useWords } from './use-words.ts'

type Props = {
  drawings: readonly Drawing[]
  onChange: (part: Partial<Drawing>) => void
  onCopy: () => void
  onDelete: () => void
}

/** What can be done with several selected drawings at once, over the chart. */
export function SeveralBar({ drawings, onChange, onCopy, onDelete }: Props) {
  const { t } = useWords()
  const isAnyFree = drawings.some(({ locked }) => !locked)
  const label = t('drawings.selected', { count: drawings.length })
  return (
    <fieldset
      aria-label={label}
      className="absolute left-2 z-20 flex max-w-[calc(100%-1rem)] items-center rounded-md border border-line bg-raised p-0.5 shadow-float max-md:bottom-16 md:top-2"
    >
      <span aria-hidden className="px-2 text-13">
        {label}
      </span>
      <ToolButton
        label={t(isAnyFree ? 'drawing.lock' : 'drawing.unlock')}
        onClick={() => onChange({ locked: isAnyFree })}
      >
        {isAnyFree ? <LockOpen size={16} aria-hidden /> : <Lock size={16} aria-hidden />}
      </ToolButton>
      <ToolButton label={t('drawing.hide')} onClick={() => onChange({ hidden: true })}>
        <EyeOff size={16} aria-hidden />
      </ToolButton>
      <ToolButton label={t('drawing.copy')} onClick={onCopy}>
        <Copy size={16} aria-hidden />
      </ToolButton>
      <ToolButton label={t('drawings.delete-selected')} onClick={onDelete}>
        <Trash2 size={16} aria-hidden />
      </ToolButton>
    </fieldset>
  )
}
