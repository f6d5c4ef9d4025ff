import type { Drawing } from '@finlist/domain/chart/drawings'
import { Actions } from './Actions.tsx'
import { SeveralButton } from './SeveralButton.tsx'
import { useWords } from './use-words.ts'

type Props = {
  drawings: readonly Drawing[]
  isSeveral: boolean
  onSeveral: () => void
  onChange: (part: Partial<Drawing>) => void
  onCopy: () => void
  onDelete: () => void
}

/** Actions for several selected drawings, shown over the chart. */
export function SeveralBar({ drawings, isSeveral, onSeveral, onChange, onCopy, onDelete }: Props) {
  const { t } = useWords()
  const label = t('drawings.selected', { count: drawings.length })
  return (
    <fieldset
      aria-label={label}
      className="absolute left-2 z-20 flex max-w-[calc(100%-1rem)] items-center rounded-md border border-line bg-raised p-0.5 shadow-float max-md:bottom-16 md:top-2"
    >
      <span aria-hidden className="px-2 text-13">
        {label}
      </span>
      <SeveralButton on={isSeveral} onClick={onSeveral} />
      <Actions
        isLocked={drawings.every(({ locked }) => locked)}
        deleteLabel={t('drawings.delete-selected')}
        onChange={onChange}
        onCopy={onCopy}
        onDelete={onDelete}
      />
    </fieldset>
  )
}
