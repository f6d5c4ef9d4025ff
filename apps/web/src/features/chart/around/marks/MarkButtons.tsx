import { Bookmark, Flag, NotebookPen } from 'lucide-react'
import { useTranslation } from '../../../../i18n/texts.ts'
import { palette } from '../../studies/palette.ts'
import { ToolButton } from '../../ToolButton.tsx'
import type { Marking } from './use-marking.ts'

/** The buttons for the stock of the chart, next to those that step through the list. */
export function MarkButtons({ flag, note, keys }: Marking) {
  const t = useTranslation('around')
  if (!keys) return null
  return (
    <>
      <ToolButton
        label={flag ? t('mark.flag-now', { colour: t(`flag.${flag}`) }) : t('mark.flag')}
        aria-keyshortcuts="Alt+C"
        onClick={keys.flag}
      >
        <Flag
          size={16}
          aria-hidden
          style={{ color: flag ? palette[flag] : undefined }}
          className={flag ? 'fill-current' : ''}
        />
      </ToolButton>
      <ToolButton
        label={t(note ? 'mark.note-now' : 'mark.note')}
        aria-keyshortcuts="Alt+N"
        aria-haspopup="dialog"
        onClick={keys.note}
      >
        <NotebookPen size={16} aria-hidden className={note ? 'text-accent' : ''} />
      </ToolButton>
      {keys.watch && (
        <ToolButton label={t('mark.watch')} aria-keyshortcuts="Alt+P" aria-haspopup="dialog" onClick={keys.watch}>
          <Bookmark size={16} aria-hidden />
        </ToolButton>
      )}
    </>
  )
}

/** The flag and the note of a stock in the list. */
export function MarkSigns({ flag, note }: Pick<Marking, 'flag' | 'note'>) {
  const t = useTranslation('around')
  return (
    <>
      {flag && (
        <>
          <Flag size={12} aria-hidden style={{ color: palette[flag] }} className="ml-1 inline fill-current" />
          <span className="sr-only">{t(`flag.${flag}`)}</span>
        </>
      )}
      {note && (
        <>
          <NotebookPen size={12} aria-hidden className="ml-1 inline text-faded" />
          <span className="sr-only">{t('mark.has-note')}</span>
        </>
      )}
    </>
  )
}
