import type { FigureName } from '@finlist/domain/screener/figures'
import { useTranslation } from '../../../../i18n/texts.ts'
import { useFigureWords } from '../figure-words.ts'

type Props = {
  id: string
  found: readonly FigureName[]
  active: number
  onPoint: (at: number) => void
  onAccept: (name: FigureName) => void
}

/** The figures that complete the word at the caret. The focus stays in the field. */
export function Suggestions({ id, found, active, onPoint, onAccept }: Props) {
  const t = useTranslation('screener')
  const { nameOf } = useFigureWords()
  return (
    // oxlint-disable jsx-a11y/prefer-tag-over-role
    <div
      id={id}
      role="listbox"
      aria-label={t('query.figures')}
      tabIndex={-1}
      // Keeps the focus in the field.
      onMouseDown={event => event.preventDefault()}
      className="absolute top-full left-0 z-20 mt-1 max-h-80 w-full max-w-120 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float"
    >
      {found.map((name, at) => (
        // The keyboard is handled by the field.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={name}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          onPointerMove={() => at !== active && onPoint(at)}
          onClick={() => onAccept(name)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-13 aria-selected:bg-wash md:min-h-8"
        >
          <b className="w-26 shrink-0 font-mono font-strong">{name}</b>{' '}
          <span className="min-w-0 flex-1 truncate">{nameOf(name)}</span>
        </div>
      ))}
    </div>
    // oxlint-enable jsx-a11y/prefer-tag-over-role
  )
}
