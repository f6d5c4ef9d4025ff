import { type ProposalEdit, takeEditBack } from '@finlist/contract/picking'
import { Undo2 } from 'lucide-react'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { formatPrice } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { focusPicks } from './focus-picks.ts'
import { useChange } from './use-change.ts'

type Props = { stock: string; edits: readonly ProposalEdit[]; mayTakeBack: boolean }

/** The staff edits of a pick, each with its reason, author and time. */
export function EditLines({ stock, edits, mayTakeBack }: Props) {
  const t = useTranslation('picking')
  const takeBack = useChange(takeEditBack)
  if (edits.length === 0) return null
  const what = ({ what: kind, before, after, note }: ProposalEdit) => {
    if (kind === 'note') return note ? t('edited.note', { note }) : t('edited.note.none')
    if (after === null) return t(`edited.${kind}`)
    if (kind === 'add') return t('edited.add.at', { after: formatPrice(after) })
    return before !== null && before > 0
      ? t('edited.change.from', { before: formatPrice(before), after: formatPrice(after) })
      : t('edited.change.to', { after: formatPrice(after) })
  }
  return (
    <ul
      aria-label={t('edits.named', { stock })}
      className="mt-1 grid gap-2 border-l-2 border-edge pl-3 text-13 text-ink md:mt-0"
    >
      {edits.map(edit => (
        <li key={edit.editId} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
            <p>
              <span className="font-strong">{what(edit)}</span> <span className="text-faded">{edit.reason}</span>
            </p>
            <p className="text-12 text-faded">
              {t('edited.by', { by: edit.byName || t('somebody'), when: hongKongDate(edit.at, 'moment') })}
            </p>
          </div>
          {mayTakeBack && (
            <Button
              variant="quiet"
              className="px-3 font-normal! md:min-h-8! md:text-13!"
              disabled={takeBack.isPending}
              aria-label={t('take-back.named', { edit: what(edit), stock })}
              onClick={() => takeBack.mutate({ params: { editId: edit.editId } }, { onSettled: focusPicks })}
            >
              <Undo2 size={15} aria-hidden />
              {t('take-back')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
