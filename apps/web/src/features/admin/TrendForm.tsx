import { updateTrend } from '@finlist/contract/market-trend'
import { marketTrends } from '@finlist/domain/market-trend/trend'
import type { ExchangeId } from '@finlist/domain/markets'
import { lazy, Suspense, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { failureText } from '../../components/failure-text.ts'
import { formatDay } from '../../components/market-dates.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useCallForm } from '../../components/use-call-form.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ExchangeField } from './ExchangeField.tsx'
import { forgetMarketData } from './queries.ts'
import { TrendProposal } from './TrendProposal.tsx'

const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

const empty = { exchange: '', term: '', marketTrend: '', startDate: '', amend: false, confirm: false }
const terms = ['short', 'long'] as const

/** Sets a market's short-term or mid- to long-term state, or corrects the state that was set last. */
export function TrendForm() {
  const t = useTranslation('admin')
  /** The values that the server refuses to save without confirmation, and the reason. */
  const [refused, setRefused] = useState<{ values: typeof empty; why: string }>()
  const form = useCallForm(updateTrend, {
    start: empty,
    ask: ({ exchange, term, marketTrend, startDate, amend, confirm }) => ({
      query: { exchange, startDate: amend ? undefined : startDate },
      body: { marketTrend, shortTerm: term === '' ? undefined : term === 'short', amend, confirm },
    }),
    fields: { shortTerm: 'term' },
    words: { exchange: t('missing.exchange'), term: t('missing.term'), marketTrend: t('missing.marketTrend') },
    check: ({ startDate, amend }) => ({ startDate: !startDate && !amend && t('missing.startDate') }),
    onDone: ({ startDate }, { query: { exchange }, body: { marketTrend } }) => {
      void forgetMarketData()
      form.reset({ ...empty, exchange })
      const state = t(`trend.${marketTrend}`)
      void showAlert(t('said.trend', { state, date: formatDay(startDate) })).then(() => form.focus('exchange'))
    },
    onFailed(error, values) {
      const message = failureText(error, t)
      if (error instanceof CallError && error.errors.some(({ code }) => code === 'confirm'))
        return setRefused({ values, why: message })
      return showAlert(t('said.failed', { message }))
    },
  })
  const { exchange, amend, startDate } = form.values
  const field = (name: Exclude<keyof typeof empty, 'amend' | 'confirm'>) => ({ id: name, ...form.field(name) })
  return (
    <section aria-labelledby="form-title" className="min-w-0">
      <h2 id="form-title" className="text-16 font-strong">
        {t('form.trend')}
      </h2>
      <p className="mt-1 mb-5 max-w-[64ch] text-14 text-faded">{t('about.trend')}</p>
      <form {...form.props} aria-labelledby="form-title">
        <fieldset
          disabled={form.isSending}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 md:grid-cols-2"
        >
          <ExchangeField {...field('exchange')} />
          <SelectField
            label={t('term')}
            empty={t('choose')}
            required
            options={terms.map(value => ({ value, label: t(`term.${value}`) }))}
            {...field('term')}
          />
          <SelectField
            label={t('trend')}
            empty={t('choose')}
            required
            options={marketTrends.map(value => ({ value, label: t(`trend.${value}`) }))}
            {...field('marketTrend')}
          />
          <div>
            <TextField
              type="date"
              label={t('start-date')}
              {...field('startDate')}
              value={amend ? '' : startDate}
              required={!amend}
              disabled={amend}
              wrong={amend ? undefined : form.wrong('startDate')}
            />
            <Checkbox label={t('amend')} checked={amend} onChange={({ target }) => form.set('amend', target.checked)} />
          </div>
          <Button type="submit" variant="main" className="md:justify-self-start md:px-8">
            {t(form.isSending ? 'sending' : 'publish')}
          </Button>
        </fieldset>
      </form>
      {exchange && (
        <TrendProposal
          exchange={exchange as ExchangeId}
          busy={form.isSending}
          onConfirm={confirmed => void form.send({ ...confirmed, exchange, amend: false, confirm: false })}
        />
      )}
      {refused && (
        <Suspense>
          <Question
            grave
            title={t('held-day')}
            yesLabel={t('publish-all-the-same')}
            noLabel={t('cancel')}
            onAnswer={yes => {
              setRefused(undefined)
              if (yes) void form.send({ ...refused.values, confirm: true })
            }}
          >
            {refused.why}
          </Question>
        </Suspense>
      )}
    </section>
  )
}
