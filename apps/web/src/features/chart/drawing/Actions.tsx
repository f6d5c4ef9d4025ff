import type { Drawing } from '@finlist/domain/chart/drawings'
import { Copy, EyeOff, Lock, LockOpen, Trash2 } from 'lucide-react'
import { ToolButton } from '../ToolButton.tsx'
import { useWords } from './use-words.ts'

type Props = {
  isLocked: boolean
  deleteLabel: string
  onChange: (part: Partial<Drawing>) => void
  onCopy: () => void
  onDelete: () => void
}

/** Actions on one or several selected drawings. */
export function Actions({ isLocked, deleteLabel, onChange, onCopy, onDelete }: Props) {
  const { t } = useWords()
  return (
    <>
      <ToolButton
        label={t(isLocked ? 'drawing.unlock' : 'drawing.lock')}
        onClick={() => onChange({ locked: !isLocked })}
      >
        {isLocked ? <Lock size={16} aria-hidden /> : <LockOpen size={16} aria-hidden />}
      </ToolButton>
      <ToolButton label={t('drawing.hide')} onClick={() => onChange({ hidden: true })}>
        <EyeOff size={16} aria-hidden />
      </ToolButton>
      <ToolButton label={t('drawing.copy')} onClick={onCopy}>
        <Copy size={16} aria-hidden />
      </ToolButton>
      <ToolButton label={deleteLabel} onClick={onDelete}>
        <Trash2 size={16} aria-hidden />
      </ToolButton>
    </>
  )
}
