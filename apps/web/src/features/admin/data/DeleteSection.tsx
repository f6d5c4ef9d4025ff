import { deletePrices, type PriceDeletion } from '@finlist/contract/staff/data'
import type { ExchangeId } from '@finlist/domain/markets'
import { lazy, Suspense, useState } from 'react'
import { failureText } from '../../../components/failure-text.ts'
import { showAlert } from '../../../components/notices/show-alert.ts'
import { useCallForm } from '../../../components/use-call-form.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Section } from '../../../ui/section.tsx'
import { forgetMarketData } from '../queries.ts'
import { Deletions } from './Deletions.tsx'
import { useDeletedWhat } from './use-deleted-what.ts'

const Question = lazy(() => import('../../../ui/dialogs/confirm-dialog.tsx'))

const empty = { stockCode: '', date: '', reason: '' }

type Props = { exchange: ExchangeId; deletions: readonly PriceDeletion[] }

/** Deletes all prices of a market day, one bar, or all prices of a stock, with a reason. Deletions can be undone. */
export function DeleteSection({ exchange, deletions }: Props) {
  const t = useTranslation('admin')
  const [asking, setAsking] = useState<typeof empty>()
  const form = useCallForm(deletePrices, {
    start: empty,
    ask: ({ stockCode, date, reason }) => ({
      body: { exchange, stockCode: stockCode.trim() || undefined, date: date || undefined, reason },
    }),
    check: ({ stockCode, date }) => ({ date: !stockCode.trim() && !date && t('data.delete.what') }),
    onGood: setAsking,
    onDone: ({ deleted }) => {
      void forgetMarketData()
      form.reset(empty)
      void showAlert(t('data.deleted', { count: deleted })).then(() => form.focus('stockCode'))
    },
    onFailed: error => showAlert(t('said.failed', { message: failureText(error, t) })),
  })
  const field = (name: keyof typeof empty) => ({ id: `delete-${name}`, ...form.field(name) })
  const what = useDeletedWhat()
  return (
    <Section title={t('data.delete')} beside={<p className="text-12 text-faded">{t('data.delete.about')}</p>}>
      <form {...form.props} className="mt-3 grid max-w-180 items-start gap-4 md:grid-cols-2">
        <TextField label={t('stock-code')} autoComplete="off" maxLength={12} {...field('stockCode')} />
        <TextField type="date" label={t('data.day')} {...field('date')} />
        <TextField label={t('data.reason')} required maxLength={200} className="md:col-span-2" {...field('reason')} />
        <Button type="submit" disabled={form.isSending} className="md:justify-self-start">
          {t('data.delete')}
        </Button>
      </form>
      <Deletions exchange={exchange} deletions={deletions} />
      {asking && (
        <Suspense>
          <Question
            grave
            title={t('data.delete.ask')}
            yesLabel={t('data.delete')}
            noLabel={t('cancel')}
            onAnswer={yes => {
              setAsking(undefined)
              if (yes) void form.send(asking)
            }}
          >
            {what(asking)}
          </Question>
        </Suspense>
      )}
    </Section>
  )
}
