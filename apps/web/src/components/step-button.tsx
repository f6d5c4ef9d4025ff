import type { ChevronUp } from 'lucide-react'
import { panelButtonClass } from '../ui/dialogs/side-panel.tsx'

type StepProps = {
  label: string
  shortcut: string
  title: string
  onClick: () => void
  off: boolean
  Sign: typeof ChevronUp
}

/**
 * Button that steps to the previous or next item. Stays focusable when there is none, so that the focus is not lost.
 */
export const StepButton = ({ label, shortcut, title, onClick, off, Sign }: StepProps) => (
  <button
    type="button"
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={title}
    aria-disabled={off}
    onClick={onClick}
    className={`${panelButtonClass} aria-disabled:opacity-35`}
  >
    <Sign size={18} aria-hidden />
  </button>
)
