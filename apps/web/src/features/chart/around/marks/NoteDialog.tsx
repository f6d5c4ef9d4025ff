import { setStockMark } from '@finlist/contract/charts/stock-marks'
import { longestNote } from '@finlist/domain/stock-marks/flag-colours'
import { useCallForm } from '../../../../components/use-call-form.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import Dialog from '../../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { type Marked, saveMark } from './stock-marks.ts'

type Props = { stock: Marked; title: string; note: string; onClose: () => void }

/** Lazy-loaded. The user's note on a stock, which only they can read. */
export default function NoteDialog({ stock, title, note: before, onClose }: Props) {
  const t = useTranslation('around')
  const { exchange, stockCode } = stock
  const form = useCallForm(setStockMark, {
    start: { note: before },
    ask: ({ note }) => ({ params: { exchange, stockCode }, body: { note } }),
    send: (_, { note }) => saveMark(stock, { note: note.trim() }),
    otherwise: 'note',
    onDone: onClose,
  })
  return (
    <Dialog open narrow onClose={onClose} title={title} closeLabel={t('close')}>
      <form {...form.props} className="grid gap-4">
        <TextArea
          label={t('mark.note.label')}
          hint={t('mark.note.hint')}
          maxLength={longestNote}
          {...form.field('note')}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={form.isSending} className="max-md:flex-1">
            {t('mark.note.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
