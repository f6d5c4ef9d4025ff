import { editProposal, noteLength, type ProposalOfWeek, reasonLength } from '@finlist/contract/picking'
import type { SelectableStock } from '@finlist/contract/watchlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { StockPicker } from '../../components/stock/stock-picker.tsx'
import { useCallForm } from '../../components/use-call-form.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { BuyPointField } from './BuyPointField.tsx'
import type { Editing } from './editing.ts'
import { forgetProposals } from './queries.ts'
import { ReasonField } from './ReasonField.tsx'
import { titleOf } from './stock-title.ts'

type Props = { exchange: ExchangeId; proposal: ProposalOfWeek; editing: Editing; onClose: () => void }

/** Lazy-loaded. Makes one edit to the proposal, with a reason. */
export default function EditDialog({ exchange, proposal, editing: { what, pick }, onClose }: Props) {
  const t = useTranslation('picking')
  const isThere = (code: string | undefined) => proposal.picks.some(({ stockCode }) => stockCode === code)
  const form = useCallForm(editProposal, {
    start: {
      picked: pick && ({ ...pick, exchange } as SelectableStock),
      buyPoint: pick && pick.buyPoint > 0 ? String(pick.buyPoint) : '',
      note: pick?.note ?? '',
      reason: '',
    },
    ask: ({ picked, buyPoint, note, reason }) => ({
      body: {
        exchange,
        issueDate: proposal.issueDate,
        stockCode: picked?.stockCode,
        what,
        buyPoint: what === 'change' || what === 'add' ? priceOf(buyPoint) : undefined,
        note: what === 'note' ? note : undefined,
        reason,
      },
    }),
    fields: { stockCode: 'picked' },
    words: { picked: t('stock.required'), buyPoint: t('buy-point.wrong'), reason: t('reason.short', reasonLength) },
    check: ({ picked, buyPoint }) => ({
      picked: what === 'add' && isThere(picked?.stockCode) && t('stock.there'),
      buyPoint: what === 'change' && faultOf(buyPoint, pick?.buyPoint) && t(faultOf(buyPoint, pick?.buyPoint)!),
    }),
    onDone: async () => {
      await forgetProposals()
      onClose()
    },
    onFailed: () => void forgetProposals(),
  })
  const { picked, buyPoint } = form.values
  // An error about the pick itself belongs to no field, so it is shown for the whole form.
  const refusal = form.refusal ?? (pick && form.wrong('picked'))
  return (
    <Dialog open narrow onClose={onClose} title={t(`edit.${what}`)} closeLabel={t('close')}>
      <form {...form.props}>
        <p className="mb-4 text-13 text-faded wrap-anywhere">{pick ? titleOf(exchange, pick) : t('add.about')}</p>
        <fieldset disabled={form.isSending} className="grid min-w-0 gap-4">
          {what === 'add' && (
            <div>
              <StockPicker
                exchange={exchange}
                picked={picked}
                onPick={chosen => form.set('picked', chosen)}
                wrong={form.wrong('picked') !== undefined}
              />
              {picked && form.wrong('picked') && (
                <p role="alert" className="mt-1 text-13 text-wrong">
                  {form.wrong('picked')}
                </p>
              )}
            </div>
          )}
          {(what === 'change' || what === 'add') && (
            <BuyPointField
              exchange={exchange}
              required={what === 'change'}
              close={pick?.close}
              typed={priceOf(buyPoint)}
              {...form.field('buyPoint')}
            />
          )}
          {what === 'note' && (
            <TextArea label={t('note')} rows={3} maxLength={noteLength} hint={t('note.hint')} {...form.field('note')} />
          )}
          <ReasonField {...form.field('reason')} />
        </fieldset>
        <div role="alert">
          {refusal && <p className="mt-3 border-l-2 border-wrong bg-wash px-3 py-2 text-14 text-wrong">{refusal}</p>}
        </div>
        <div className="mt-5 flex justify-end gap-3">
          <Button disabled={form.isSending} onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={form.isSending} className="max-md:flex-1">
            {t(form.isSending ? 'working' : `edit.${what}.confirm`)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const priceOf = (typed: string) => (typed.trim() === '' ? undefined : Number(typed.replaceAll(',', '')))

/** The error in a changed buy point. */
function faultOf(typed: string, before: number | undefined) {
  const price = priceOf(typed)
  if (price === undefined || !(price > 0)) return 'buy-point.wrong'
  return price === before ? 'buy-point.same' : undefined
}
