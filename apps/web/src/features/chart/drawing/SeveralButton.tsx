import { ListChecks } from 'lucide-react'
import { ToolButton } from '../ToolButton.tsx'
import { useWords } from './use-words.ts'

/** While it is pressed, a tap adds to or removes from the selection: a finger has no Shift. */
export function SeveralButton({ on, onClick }: { on: boolean; onClick: () => void }) {
  const { t } = useWords()
  return (
    <ToolButton label={t('drawings.select-several')} on={on} onClick={onClick}>
      <ListChecks size={16} aria-hidden />
    </ToolButton>
  )
}
