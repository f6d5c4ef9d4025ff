import { ListChecks } from 'lucide-react'
import { ToolButton } from '../ToolButton.tsx'
import { useWords } from './use-words.ts'

/**
 * While this button is on, a tap adds to the selection or removes from it. Touch screens have no Shift key for that.
 */
export function SeveralButton({ on, onClick }: { on: boolean; onClick: () => void }) {
  const { t } = useWords()
  return (
    <ToolButton label={t('drawings.select-several')} on={on} onClick={onClick}>
      <ListChecks size={16} aria-hidden />
    </ToolButton>
  )
}
